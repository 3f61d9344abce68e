//! Finds parameters whose results round to given integers.
//!
//! The integers of a matrix were rounded from a transform with fewer degrees of freedom. Any transform that rounds to
//! the same integers will do; a pattern search that starts nearby finds one.

use crate::work_budget::WorkBudget;

/// The search stops when no rounded value is farther than this from its integer: safely below one half.
const GOOD_ENOUGH: f64 = 0.45;
/// Halvings of the step.
const ROUNDS: usize = 40;

/// Powers that residuals are raised to, one after the other. A higher power gives more weight to the largest residual,
/// but makes the search less smooth.
const POWERS: [i32; 3] = [12, 40, 160];

/// Moves `parameters` until every residual (a value minus its integer) is below one half, or until no step helps or the
/// budget ends. Returns the largest residual.
pub(crate) fn fit<const N: usize, const R: usize>(
    parameters: &mut [f64; N],
    step: f64,
    budget: &mut WorkBudget,
    residuals: impl Fn(&[f64; N]) -> [f64; R],
) -> f64 {
    let largest = |parameters: &[f64; N]| residuals(parameters).iter().fold(0.0f64, |max, r| max.max(r.abs()));
    for power in POWERS {
        // Integers that are far off after the first pass were not rounded from an exact matrix.
        let worst = largest(parameters);
        if worst < GOOD_ENOUGH || (power != POWERS[0] && worst > 2.0) {
            break;
        }
        search(parameters, step, power, budget, &residuals);
    }
    largest(parameters)
}

fn search<const N: usize, const R: usize>(
    parameters: &mut [f64; N],
    mut step: f64,
    power: i32,
    budget: &mut WorkBudget,
    residuals: &impl Fn(&[f64; N]) -> [f64; R],
) {
    let score = |parameters: &[f64; N]| -> f64 { residuals(parameters).iter().map(|r| (r * 2.0).powi(power)).sum() };
    let mut best = score(parameters);
    for _ in 0..ROUNDS {
        for _ in 0..50 {
            let mut moved = false;
            for (a, b) in (0..N).flat_map(|a| (a..N).map(move |b| (a, b))) {
                // Four directions of R residuals each.
                if !budget.spend(4 * R) {
                    return;
                }
                for (da, db) in [(step, step), (step, -step), (-step, step), (-step, -step)] {
                    let mut tried = *parameters;
                    tried[a] += da;
                    if a != b {
                        tried[b] += db;
                    }
                    let result = score(&tried);
                    if result < best {
                        (best, *parameters, moved) = (result, tried, true);
                    }
                }
            }
            if residuals(parameters).iter().all(|r| r.abs() < GOOD_ENOUGH) {
                return;
            }
            if !moved {
                break;
            }
        }
        step *= 0.5;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_an_angle_by_its_rounded_sine_and_cosine() {
        let angle = 0.7312f64;
        let integers = [(angle.sin() * 4096.0).round(), (angle.cos() * 4096.0).round()];
        let mut result = [0.73];
        let worst = fit(&mut result, 1e-3, &mut WorkBudget::usual(), |[a]| {
            [a.sin() * 4096.0 - integers[0], a.cos() * 4096.0 - integers[1]]
        });
        assert!(worst < 0.5, "{worst}");
    }
}
