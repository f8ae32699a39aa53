/* SPDX-License-Identifier: MIT */
/* install-extension, uninstall-extension: our extension in the list that DB Browser loads for each database. */
#include "commands.h"
#include "ini_list.h"
#include "launch.h"

#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { MAX_SETTINGS = 16 * 1024 * 1024 };

static const char section[] = "extensions", key[] = "list";

static int failed(cli *cli, const char *path, const char *what)
{
    return el_error_set(&cli->error, EL_EIO, errno == EACCES ? "no-permission" : "io", "%s cannot be %s: %s", path, what,
                        strerror(errno));
}

/* A process of this user whose program is called sqlitebrowser; it would write its settings over ours. */
static int browser_runs(void)
{
    DIR *processes = opendir("/proc");
    int runs = 0;
    for (struct dirent *entry; processes && !runs && (entry = readdir(processes)); ) {
        char path[300], name[64] = "";
        struct stat facts;
        if (!isdigit((unsigned char)entry->d_name[0]))
            continue;
        snprintf(path, sizeof path, "/proc/%s/comm", entry->d_name);
        int fd = open(path, O_RDONLY | O_CLOEXEC);
        if (fd < 0)
            continue;
        ssize_t n = fstat(fd, &facts) ? -1 : read(fd, name, sizeof name - 1);
        close(fd);
        runs = n > 0 && facts.st_uid == getuid() && !strcmp(name, "sqlitebrowser\n");
    }
    if (processes)
        closedir(processes);
    return runs;
}

/* The settings file: DB Browser's own, or what it is a link to. */
static const char *settings_path(cli *cli)
{
    const char *config = getenv("XDG_CONFIG_HOME"), *home = getenv("HOME");
    const char *path = config && *config ? el_arena_printf(cli->arena, "%s/sqlitebrowser/sqlitebrowser.conf", config)
                     : el_arena_printf(cli->arena, "%s/.config/sqlitebrowser/sqlitebrowser.conf", home ? home : "");
    char *real = realpath(path, NULL);
    if (real)
        path = el_arena_strdup(cli->arena, real);
    free(real);
    return path;
}

/* A file that is not there is an empty one. */
static int read_settings(cli *cli, el_buf *out, const char *path)
{
    char piece[8192];
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return errno == ENOENT ? EL_OK : failed(cli, path, "read");
    ssize_t n;
    while ((n = read(fd, piece, sizeof piece)) > 0 && out->len < MAX_SETTINGS)
        el_buf_add(out, piece, (size_t)n);
    int why = errno;
    close(fd);
    errno = why;
    return n < 0 ? failed(cli, path, "read") : EL_OK;
}

static int make_folders(const char *path)
{
    char folder[PATH_MAX];
    snprintf(folder, sizeof folder, "%s", path);
    for (char *slash = strchr(folder + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        if (mkdir(folder, 0700) && errno != EEXIST)
            return -1;
        *slash = '/';
    }
    return 0;
}

/* Under another name first, then in one step under the file's own. */
static int write_settings(cli *cli, const char *path, const el_buf *text)
{
    struct stat facts;
    mode_t mode = stat(path, &facts) ? 0600 : facts.st_mode & 07777;
    if (make_folders(path))
        return failed(cli, path, "written");
    char *temporary = el_arena_printf(cli->arena, "%s.XXXXXX", path);
    int fd = mkstemp(temporary);
    if (fd < 0)
        return failed(cli, path, "written");
    const char *p = text->data;
    size_t left = text->len;
    int bad = fchmod(fd, mode) != 0;
    while (!bad && left) {
        ssize_t n = write(fd, p, left);
        if (n < 0 && errno == EINTR)
            continue;
        bad = n <= 0;
        p += bad ? 0 : n;
        left -= bad ? 0 : (size_t)n;
    }
    bad = bad || fsync(fd);
    bad = close(fd) || bad;
    if (bad || rename(temporary, path)) {
        int status = failed(cli, path, "written");
        unlink(temporary);
        return status;
    }
    return EL_OK;
}

typedef int change(cli *cli, el_buf *out, const el_buf *settings, const char *extension);

static int add(cli *cli, el_buf *out, const el_buf *settings, const char *extension)
{
    return cli_ini_list_add(out, el_buf_str(settings), settings->len, section, key, extension, &cli->error);
}

static int take_out(cli *cli, el_buf *out, const el_buf *settings, const char *extension)
{
    /* Also one that an earlier installation elsewhere put there. */
    return cli_ini_list_remove(out, el_buf_str(settings), settings->len, section, key, extension, "/entitylens/entitylens.so",
                               &cli->error);
}

static int edit(cli *cli, change *make, const char *did, const char *unchanged)
{
    const char *parts = cli_parts_folder(cli), *path = settings_path(cli);
    el_buf settings = {0}, edited = {0};
    int status = EL_OK;
    if (!parts)
        status = el_error_set(&cli->error, EL_EIO, "no-such-file", "entitylens.so is not where it is installed");
    if (!status && browser_runs()) {
        status = el_error_set(&cli->error, EL_EBUSY, "host-runs", "DB Browser for SQLite is running and would overwrite its settings");
        el_error_hint(&cli->error, "Close it, then run this again.");
    }
    if (!status)
        status = read_settings(cli, &settings, path);
    if (!status) {
        int changed = make(cli, &edited, &settings, el_arena_printf(cli->arena, "%s/entitylens.so", parts));
        status = changed > 0 ? write_settings(cli, path, &edited) : changed;
        if (!status && !cli->quiet)
            printf("%s %s\n", path, changed ? did : unchanged);
    }
    el_buf_free(&settings);
    el_buf_free(&edited);
    return status ? cli_fail(cli, NULL) : 0;
}

static int run_install(cli *cli)
{
    return edit(cli, add, "now loads EntityLens with every database", "loads EntityLens already");
}

static int run_uninstall(cli *cli)
{
    return edit(cli, take_out, "does not load EntityLens any more", "does not load EntityLens");
}

const cli_command cli_install_extension = {"install-extension", "", "adds the extension to DB Browser's preferences",
                                           run_install, NULL, 0, 0, "text"};
const cli_command cli_uninstall_extension = {"uninstall-extension", "", "takes it out again",
                                             run_uninstall, NULL, 0, 0, "text"};
