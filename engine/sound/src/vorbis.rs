//! Ogg Vorbis files, by `symphonia`.

use std::io::Cursor;

use symphonia::core::codecs::CodecParameters;
use symphonia::core::codecs::audio::{AudioDecoder, AudioDecoderOptions};
use symphonia::core::formats::{FormatOptions, FormatReader, TrackType};
use symphonia::core::io::MediaSourceStream;
use symphonia::default::codecs::VorbisDecoder;
use symphonia::default::formats::OggReader;

use crate::error::{Error, Result};
use crate::sample::SampleBuilder;

/// Decodes the first track of a file. More than [`crate::MAX_FRAMES`] are an error.
pub(crate) fn build(bytes: &[u8], is_kept: bool) -> Result<SampleBuilder> {
    let missing = || Error::Vorbis("no Vorbis track with a known rate".to_owned());
    let stream = MediaSourceStream::new(Box::new(Cursor::new(bytes)), Default::default());
    let mut reader = OggReader::try_new(stream, FormatOptions::default()).map_err(damaged)?;
    let track = reader.default_track(TrackType::Audio).ok_or_else(missing)?;
    let id = track.id;
    let Some(CodecParameters::Audio(parameters)) = &track.codec_params else { return Err(missing()) };
    let rate = parameters.sample_rate.ok_or_else(missing)?;
    let channels = parameters.channels.as_ref().map_or(0, |channels| channels.count());
    let mut builder = SampleBuilder::new(rate, u8::try_from(channels).unwrap_or(u8::MAX), is_kept)?;
    let mut decoder = VorbisDecoder::try_new(parameters, &AudioDecoderOptions::default()).map_err(damaged)?;
    let mut values: Vec<f32> = Vec::new();
    while let Some(packet) = reader.next_packet().map_err(damaged)? {
        if packet.track_id == id {
            let decoded = decoder.decode(&packet).map_err(damaged)?;
            if decoded.num_planes() != channels {
                return Err(Error::Vorbis("the number of channels changes".to_owned()));
            }
            decoded.copy_to_vec_interleaved(&mut values);
            builder.add(values.iter().copied())?;
        }
    }
    Ok(builder)
}

fn damaged(error: symphonia::core::errors::Error) -> Error {
    Error::Vorbis(error.to_string())
}
