/* keitai_micro3d.h: com.mascotcapsule.micro3d.v3 for C, without objects of Java.
 *
 * Ownership  A *_new returns a handle that its *_free takes back once; NULL means damaged bytes. Bytes are read and not kept. What is
 *            queued stays alive until the flush, also when its texture or figure is freed.
 * Threads    A handle may move between threads, and calls with one handle must not overlap. Graphics are independent of each other. A
 *            figure has its posture and the textures of its last drawing, so that it belongs to one graphics at a time.
 * Pixels     0xAARRGGBB, row by row from the top. A row begins `stride` pixels after the one above, and `size` is the number of pixels
 *            that may be touched. They are drawn on in place, and only by km3d_flush and km3d_command_list. The picture is opaque:
 *            alpha becomes 255 in the rectangle around what a flush draws.
 * Errors     A number below 0 is an error, and nothing is drawn then. A null pointer where a handle or an array of numbers is needed is
 *            KM3D_ARGUMENT. No call unwinds into the caller.
 * Numbers    4096 is 1.0, angles have 4096 parts a turn, frames 65536 parts. A matrix is 12 numbers, 3 rows of 4. */
#ifndef KEITAI_MICRO3D_H
#define KEITAI_MICRO3D_H
#include <stddef.h>
#include <stdint.h>
#ifdef __cplusplus
extern "C" {
#endif

enum {
    KM3D_OK = 0,
    KM3D_ARGUMENT = -1, /* IllegalArgumentException */
    KM3D_DAMAGED = -2,  /* bytes that are damaged, or a file that cannot be written */
    KM3D_UNBOUND = -3   /* IllegalStateException */
};

typedef struct km3d_texture km3d_texture;
typedef struct km3d_figure km3d_figure;
typedef struct km3d_actions km3d_actions;
typedef struct km3d_graphics km3d_graphics;

/* The matrix; the kind of projection: 0 scale (x, y), 1 size (width, height), 2 angle (near, far, angle), 3 near plane (near, far,
 * width, height); its four numbers; the centre, x and y. */
typedef int32_t km3d_layout[19];
/* Whether there is a light; its direction x, y, z, intensity and ambient; whether it is toon shading; threshold, high and low, 0 to 255;
 * whether there is transparency. */
typedef int32_t km3d_effect[11];

/* The version of this interface, 1. */
int32_t km3d_version(void);

/* A texture of a BMP file: for figures and primitives, or without `model` a sphere map of 64 x 64 texels. */
km3d_texture *km3d_texture_new(const uint8_t *bytes, size_t len, int32_t model);
void km3d_texture_free(km3d_texture *texture);

/* The figure of an MBAC file. */
km3d_figure *km3d_figure_new(const uint8_t *bytes, size_t len);
void km3d_figure_free(km3d_figure *figure);
/* The number of patterns. */
int32_t km3d_figure_patterns(const km3d_figure *figure);
/* Shows the patterns whose bits are set. */
int32_t km3d_figure_set_pattern(km3d_figure *figure, int32_t mask);
int32_t km3d_figure_set_posture(km3d_figure *figure, const km3d_actions *actions, int32_t action, int32_t frame);

/* The actions of an MTRA file. */
km3d_actions *km3d_actions_new(const uint8_t *bytes, size_t len);
void km3d_actions_free(km3d_actions *actions);
/* The number of actions. */
int32_t km3d_actions_count(const km3d_actions *actions);
/* The last frame of an action, in 1/65536 of a frame. */
int32_t km3d_actions_frames(const km3d_actions *actions, int32_t action);

/* Graphics, bound to nothing. With the variable KEITAI_RECORD=FOLDER in the environment they record
   every picture, from bind to release, as a shot in a new folder bind-0001, bind-0002 and so on of FOLDER. */
km3d_graphics *km3d_graphics_new(void);
void km3d_graphics_free(km3d_graphics *graphics);
/* Begins a picture of this size, drawn within a clip. */
int32_t km3d_bind(km3d_graphics *graphics, int32_t width, int32_t height, int32_t clip_x, int32_t clip_y, int32_t clip_width,
                  int32_t clip_height);
/* Ends a picture. What is queued and not flushed is forgotten. */
int32_t km3d_release(km3d_graphics *graphics);
/* `sphere` may be NULL. */
int32_t km3d_render_figure(km3d_graphics *graphics, km3d_figure *figure, const km3d_texture *const *textures, size_t count, int32_t x,
                           int32_t y, const int32_t *layout, const int32_t *effect, const km3d_texture *sphere);
/* `texture` and `sphere` may be NULL, and arrays that the command does not need may be NULL with a length of 0. */
int32_t km3d_render_primitives(km3d_graphics *graphics, const km3d_texture *texture, int32_t x, int32_t y, const int32_t *layout,
                               const int32_t *effect, const km3d_texture *sphere, uint32_t command, int32_t count,
                               const int32_t *vertices, size_t vertices_len, const int32_t *normals, size_t normals_len,
                               const int32_t *texcoords, size_t texcoords_len, const int32_t *colours, size_t colours_len);
/* `transforms` are matrices for COMMAND_AFFINE_INDEX, `transform_count` of them. */
int32_t km3d_command_list(km3d_graphics *graphics, const km3d_texture *const *textures, size_t count, const int32_t *transforms,
                          size_t transform_count, int32_t x, int32_t y, const int32_t *layout, const int32_t *effect,
                          const km3d_texture *sphere, const int32_t *words, size_t words_len, uint32_t *pixels, size_t size,
                          size_t stride);
/* Draws what is queued. */
int32_t km3d_flush(km3d_graphics *graphics, uint32_t *pixels, size_t size, size_t stride);

int32_t km3d_sqrt(int32_t value);
int32_t km3d_sin(int32_t angle);
int32_t km3d_cos(int32_t angle);
/* result = a * b; result may be a or b. */
int32_t km3d_mul(const int32_t *a, const int32_t *b, int32_t *result);
/* result = matrix * vector, of three numbers. */
int32_t km3d_transform(const int32_t *matrix, const int32_t *vector, int32_t *result);
/* Sets the rotation about an axis of three numbers and leaves the translation. */
int32_t km3d_rotation(int32_t *matrix, const int32_t *axis, int32_t angle);
/* Nine numbers: position, look and up. */
int32_t km3d_look_at(int32_t *matrix, const int32_t *nine);
/* Makes a vector of three numbers 4096 long; that of (0, 0, 0) is (0, 0, 4096). */
int32_t km3d_unit(int32_t *vector);

#ifdef __cplusplus
}
#endif
#endif
