# SPDX-License-Identifier: MIT
# Compares standard input's lines with those of the file `expected`: "..." is any number of lines, {{any}} any text.
function pattern(text,   parts, k, i, result) {
    k = split(text, parts, /\{\{any\}\}/)
    result = "^"
    for (i = 1; i <= k; i++) {
        gsub(/[][\\.*^$+?(){}|\/]/, "\\\\&", parts[i])
        result = result (i > 1 ? ".*" : "") parts[i]
    }
    return result "$"
}
function same(want, got) {
    if (want == got)
        return 1
    return index(want, "{{any}}") && got ~ pattern(want)
}
# Whether expected lines i… match actual lines j…
function match_from(i, j,   k) {
    for (; i <= nwant; i++) {
        if (want[i] == "...") {
            for (k = j; k <= ngot + 1; k++)
                if (match_from(i + 1, k))
                    return 1
            return 0
        }
        if (j > ngot || !same(want[i], got[j]))
            return 0
        j++
    }
    return j > ngot
}
{ got[++ngot] = $0 }
END {
    while ((getline text < expected) > 0)
        want[++nwant] = text
    while (ngot > 0 && got[ngot] == "")
        ngot--
    if (match_from(1, 1))
        exit 0
    print name " should be:"
    for (i = 1; i <= nwant; i++) print "  | " want[i]
    print name " is:"
    for (i = 1; i <= ngot; i++) print "  | " got[i]
    exit 1
}
