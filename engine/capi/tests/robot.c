/* Draws a robot, a triangle of a command list, and calls with nulls, into a picture with a stride: robot MBAC BMP SPHERE MTRA. Prints the
 * number of pixels that were drawn. */
#include "keitai_micro3d.h"
#include <stdio.h>
#include <stdlib.h>

#define WIDTH 120
#define HEIGHT 160
#define STRIDE 131
#define SKY 0xFF102040u
#define CHECK(condition) do { if (!(condition)) { fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, #condition); exit(1); } } while (0)

static uint8_t *file(const char *name, size_t *len) {
    FILE *stream = fopen(name, "rb");
    CHECK(stream);
    uint8_t *bytes = malloc(1 << 20);
    *len = fread(bytes, 1, 1 << 20, stream);
    fclose(stream);
    return bytes;
}

int main(int count, char **names) {
    CHECK(count == 5 && km3d_version() == 1);
    size_t len;
    uint8_t *bytes = file(names[1], &len);
    CHECK(!km3d_figure_new(bytes, len / 2) && !km3d_figure_new(NULL, 5));
    km3d_figure *figure = km3d_figure_new(bytes, len);
    free(bytes);
    bytes = file(names[2], &len);
    CHECK(!km3d_texture_new(bytes, len, 0));
    km3d_texture *texture = km3d_texture_new(bytes, len, 1);
    free(bytes);
    bytes = file(names[3], &len);
    km3d_texture *sphere = km3d_texture_new(bytes, len, 0);
    free(bytes);
    bytes = file(names[4], &len);
    km3d_actions *actions = km3d_actions_new(bytes, len);
    free(bytes);
    km3d_graphics *graphics = km3d_graphics_new();
    CHECK(figure && texture && sphere && actions && graphics);

    CHECK(km3d_actions_count(actions) > 1 && km3d_actions_frames(actions, 0) > 0);
    CHECK(km3d_actions_frames(actions, 999) == KM3D_ARGUMENT && km3d_figure_patterns(figure) >= 1);
    CHECK(km3d_figure_set_posture(figure, actions, 1, 0x58000) == KM3D_OK);
    CHECK(km3d_figure_set_posture(figure, actions, 999, 0) == KM3D_ARGUMENT);
    CHECK(km3d_figure_set_posture(figure, NULL, 0, 0) == KM3D_ARGUMENT && km3d_figure_set_pattern(NULL, 0) == KM3D_ARGUMENT);

    km3d_layout layout = {0};
    int32_t nine[9] = {0, 90, 420, 0, 0, -4096, 0, 4096, 0};
    CHECK(km3d_look_at(layout, nine) == KM3D_OK);
    layout[12] = 2, layout[13] = 16, layout[14] = 4000, layout[15] = 700, layout[17] = WIDTH / 2, layout[18] = HEIGHT / 2;
    km3d_effect effect = {1, 1500, 2600, 2400, 3400, 1100, 0, 0, 0, 0, 1};
    const km3d_texture *textures[1] = {texture};
    size_t size = STRIDE * HEIGHT;
    uint32_t *pixels = malloc(size * sizeof *pixels);
    for (size_t i = 0; i < size; i++) pixels[i] = SKY;

    CHECK(km3d_flush(graphics, pixels, size, STRIDE) == KM3D_UNBOUND);
    CHECK(km3d_render_figure(graphics, figure, textures, 1, 0, 0, layout, effect, sphere) == KM3D_UNBOUND);
    CHECK(km3d_bind(graphics, -1, HEIGHT, 0, 0, WIDTH, HEIGHT) == KM3D_ARGUMENT);
    CHECK(km3d_bind(graphics, WIDTH, HEIGHT, 0, 0, WIDTH, HEIGHT) == KM3D_OK);
    CHECK(km3d_render_figure(graphics, figure, textures, 1, 0, 0, NULL, effect, sphere) == KM3D_ARGUMENT);
    CHECK(km3d_render_figure(graphics, figure, NULL, 1, 0, 0, layout, effect, sphere) == KM3D_ARGUMENT);
    CHECK(km3d_render_figure(graphics, figure, textures, 1, 0, 0, layout, effect, sphere) == KM3D_OK);
    /* What is queued outlives its texture. */
    km3d_texture_free(texture);
    CHECK(km3d_flush(graphics, pixels, size, WIDTH - 1) == KM3D_ARGUMENT);
    CHECK(km3d_flush(graphics, pixels, size - STRIDE, STRIDE) == KM3D_ARGUMENT);
    CHECK(km3d_flush(graphics, NULL, size, STRIDE) == KM3D_ARGUMENT);
    CHECK(km3d_flush(graphics, pixels, size, STRIDE) == KM3D_OK);

    int32_t words[] = {(int32_t)0xFE000001, (int32_t)0x85000000, 0, 0, (int32_t)0x90000000, 4096, 4096, 0x03010400, 2, 2, 0, 20, 2, 0,
                       2, 20, 0, 0xFF0000, (int32_t)0x82000000, (int32_t)0x80000000};
    km3d_layout flat = {4096, 0, 0, 0, 0, 4096, 0, 0, 0, 0, 4096, 0};
    size_t words_len = sizeof words / sizeof *words;
    CHECK(km3d_command_list(graphics, NULL, 0, NULL, 0, 0, 0, flat, effect, NULL, words, words_len - 2, pixels, size, STRIDE) == KM3D_OK);
    CHECK(km3d_command_list(graphics, NULL, 0, NULL, 0, 0, 0, flat, effect, NULL, words, words_len, pixels, size, STRIDE) == KM3D_OK);
    words[7] = 0x09010400;
    CHECK(km3d_command_list(graphics, NULL, 0, NULL, 0, 0, 0, flat, effect, NULL, words, words_len, pixels, size, STRIDE) == KM3D_ARGUMENT);
    CHECK(pixels[4 * STRIDE + 4] == 0xFFFF0000u);

    size_t drawn = 0;
    for (size_t i = 0; i < size; i++) {
        CHECK(pixels[i] >> 24 == 0xFF);
        CHECK(i % STRIDE < WIDTH || pixels[i] == SKY);
        drawn += pixels[i] != SKY;
    }
    printf("%zu\n", drawn);
    CHECK(km3d_release(graphics) == KM3D_OK);
    CHECK(km3d_sqrt(16777216) == 4096 && km3d_sin(1024) == 4096 && km3d_cos(2048) == -4096);
    int32_t zero[3] = {0, 0, 0};
    CHECK(km3d_unit(zero) == KM3D_OK && zero[2] == 4096 && km3d_unit(NULL) == KM3D_ARGUMENT);
    km3d_texture_free(NULL);
    km3d_texture_free(sphere);
    km3d_actions_free(actions);
    km3d_figure_free(figure);
    km3d_graphics_free(graphics);
    free(pixels);
    return 0;
}
