# SPDX-License-Identifier: MIT
# Splits a transcript into one set of files a command, in `folder`.
function finish(   i) {
    if (!n)
        return
    base = sprintf("%s/%04d", folder, n)
    printf "%s", command > (base ".command")
    printf "%d\n", line > (base ".line")
    print status > (base ".expected-status")
    while (nout > 0 && out[nout] == "")
        nout--
    printf "" > (base ".expected-stdout")
    for (i = 1; i <= nout; i++)
        print out[i] > (base ".expected-stdout")
    printf "" > (base ".expected-stderr")
    for (i = 1; i <= nerr; i++)
        print err[i] > (base ".expected-stderr")
    if (adds)
        printf "" > (base ".adds")
    close(base ".command"); close(base ".line"); close(base ".expected-status")
    close(base ".expected-stdout"); close(base ".expected-stderr"); close(base ".adds")
}
/^\$\+? / {
    finish()
    n++
    adds = /^\$\+ /
    sub(/^\$\+? /, "")
    command = $0 "\n"
    line = NR
    nout = nerr = 0
    status = document ? "any" : 0
    open = 1
    next
}
/^> / && open { command = command substr($0, 3) "\n"; next }
/^\? [0-9]+$/ && n { status = substr($0, 3); next }
/^! / && n && !document { err[++nerr] = substr($0, 3); open = 0; next }
/^# / { open = 0; closed = n; next }
n && closed != n { sub(/^\\/, ""); out[++nout] = $0; open = 0 }
END { finish() }
