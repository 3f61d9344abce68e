/* The calls of a shot in C, for tests/speed/java: Shots.java writes them as numbers, and they are made here without Java. */
#include <jni.h>

#include "keitai_micro3d.h"

static const int32_t *next;

static const int32_t *take(size_t count)
{
    const int32_t *first = next;
    next += count;
    return first;
}

static int32_t number(void)
{
    return *take(1);
}

static void *handle(void)
{
    uint64_t low = (uint32_t)number(), high = (uint32_t)number();
    return (void *)(uintptr_t)(high << 32 | low);
}

static void run(km3d_graphics *graphics, uint32_t *pixels, size_t size, int32_t width)
{
    int32_t call = number();
    if (call == 0) {
        km3d_flush(graphics, pixels, size, width);
    } else if (call == 1) {
        km3d_figure *figure = handle();
        km3d_actions *actions = handle();
        const int32_t *frame = take(2);
        km3d_figure_set_posture(figure, actions, frame[0], frame[1]);
    } else if (call == 2) {
        km3d_figure *figure = handle();
        km3d_figure_set_pattern(figure, number());
    } else {
        const km3d_texture *textures[256];
        const int32_t *at = take(2), *layout = take(19), *effect = take(11);
        const km3d_texture *sphere = handle();
        size_t count = number();
        for (size_t i = 0; i < count; i++) {
            textures[i] = handle();
        }
        if (call == 3) {
            km3d_render_figure(graphics, handle(), textures, count, at[0], at[1], layout, effect, sphere);
        } else if (call == 4) {
            const int32_t *len = take(6), *a = take(len[2]), *b = take(len[3]), *c = take(len[4]), *d = take(len[5]);
            km3d_render_primitives(graphics, count ? textures[0] : NULL, at[0], at[1], layout, effect, sphere, len[0], len[1], a,
                                   len[2], b, len[3], c, len[4], d, len[5]);
        } else {
            const int32_t *len = take(2), *transforms = take(12 * len[0]), *words = take(len[1]);
            km3d_command_list(graphics, textures, count, transforms, len[0], at[0], at[1], layout, effect, sphere, words, len[1],
                              pixels, size, width);
        }
    }
}

JNIEXPORT void JNICALL Java_com_mascotcapsule_micro3d_v3_Shots_draw(JNIEnv *env, jclass class, jlong handle, jint frames,
                                                                    jintArray tape, jintArray picture, jint width,
                                                                    jint background)
{
    km3d_graphics *graphics = (km3d_graphics *)(uintptr_t)handle;
    (void)class;
    size_t size = (*env)->GetArrayLength(env, picture), len = (*env)->GetArrayLength(env, tape);
    uint32_t *pixels = (*env)->GetPrimitiveArrayCritical(env, picture, NULL);
    int32_t *words = (*env)->GetPrimitiveArrayCritical(env, tape, NULL);
    for (; frames > 0; frames--) {
        for (size_t i = 0; i < size; i++) {
            pixels[i] = background;
        }
        int32_t height = size / width;
        km3d_bind(graphics, width, height, 0, 0, width, height);
        for (next = words; next < words + len;) {
            run(graphics, pixels, size, width);
        }
        km3d_release(graphics);
    }
    (*env)->ReleasePrimitiveArrayCritical(env, tape, words, JNI_ABORT);
    (*env)->ReleasePrimitiveArrayCritical(env, picture, pixels, 0);
}
