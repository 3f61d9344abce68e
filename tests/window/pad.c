// A pad made of files. A program that is started with this library (`LD_PRELOAD`) finds the FIFOs `event0`, `event1` and so on of the
// folder $PADS where Linux has its input devices. Each is an Xbox 360 pad; its events are what is written into the FIFO. A FIFO that
// is made or removed later is a pad that is plugged in or unplugged.
#define _GNU_SOURCE
#include <dirent.h>
#include <dlfcn.h>
#include <fcntl.h>
#include <limits.h>
#include <linux/input.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/inotify.h>
#include <sys/ioctl.h>
#include <sys/stat.h>

static const char FOLDER[] = "/dev/input";

// Returns the path in $PADS for one of an input device, and any other path as it is.
static const char *moved(const char *path, char *room) {
    const char *pads = getenv("PADS");
    if (pads == NULL || strncmp(path, FOLDER, strlen(FOLDER)) != 0) return path;
    snprintf(room, PATH_MAX, "%s%s", pads, path + strlen(FOLDER));
    return room;
}

int open(const char *path, int flags, ...) {
    char room[PATH_MAX];
    va_list rest;
    va_start(rest, flags);
    int mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(rest, int) : 0;
    va_end(rest);
    return openat(AT_FDCWD, moved(path, room), flags, mode);
}

DIR *opendir(const char *path) {
    char room[PATH_MAX];
    DIR *(*next)(const char *) = dlsym(RTLD_NEXT, "opendir");
    return next(moved(path, room));
}

int inotify_add_watch(int fd, const char *path, uint32_t mask) {
    char room[PATH_MAX];
    int (*next)(int, const char *, uint32_t) = dlsym(RTLD_NEXT, "inotify_add_watch");
    return next(fd, moved(path, room), mask);
}

static void set(uint8_t *bits, size_t size, const uint16_t *codes) {
    for (; *codes != UINT16_MAX; codes++)
        if (*codes / 8u < size) bits[*codes / 8] |= 1 << *codes % 8;
}

// Answers what a program asks of an input device.
static int answer(unsigned long request, uint8_t *reply) {
    static const uint16_t keys[] = {BTN_A, BTN_B, BTN_X, BTN_Y, BTN_TL, BTN_TR, BTN_SELECT, BTN_START, BTN_MODE, BTN_THUMBL,
                                    BTN_THUMBR, UINT16_MAX};
    static const uint16_t axes[] = {ABS_X, ABS_Y, ABS_Z, ABS_RX, ABS_RY, ABS_RZ, ABS_HAT0X, ABS_HAT0Y, UINT16_MAX};
    size_t size = _IOC_SIZE(request);
    unsigned what = _IOC_NR(request);
    memset(reply, 0, size);
    if (what == _IOC_NR(EVIOCGID)) {
        *(struct input_id *)reply = (struct input_id){BUS_USB, 0x045e, 0x028e, 0x0110};
    } else if (what == _IOC_NR(EVIOCGNAME(0))) {
        snprintf((char *)reply, size, "Xbox 360 Controller");
    } else if (what == _IOC_NR(EVIOCGBIT(EV_KEY, 0))) {
        set(reply, size, keys);
    } else if (what == _IOC_NR(EVIOCGBIT(EV_ABS, 0))) {
        set(reply, size, axes);
    } else if (what >= _IOC_NR(EVIOCGABS(0)) && what <= _IOC_NR(EVIOCGABS(ABS_MAX))) {
        unsigned axis = what - _IOC_NR(EVIOCGABS(0));
        int hat = axis == ABS_HAT0X || axis == ABS_HAT0Y, trigger = axis == ABS_Z || axis == ABS_RZ;
        int least = hat ? -1 : trigger ? 0 : -32768, most = hat ? 1 : trigger ? 255 : 32767;
        *(struct input_absinfo *)reply = (struct input_absinfo){.minimum = least, .maximum = most};
    }
    return (int)size;
}

int ioctl(int fd, unsigned long request, ...) {
    va_list rest;
    va_start(rest, request);
    void *argument = va_arg(rest, void *);
    va_end(rest);
    struct stat file;
    if (_IOC_TYPE(request) == 'E' && fstat(fd, &file) == 0 && S_ISFIFO(file.st_mode)) return answer(request, argument);
    int (*next)(int, unsigned long, ...) = dlsym(RTLD_NEXT, "ioctl");
    return next(fd, request, argument);
}
