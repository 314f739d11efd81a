import { describe, expect, it } from 'vitest'
import { parseScript } from '../../../phone/shell/parser.ts'
import { ShellSyntaxError } from '../../../phone/shell/syntax.ts'
import { testShell } from './shell-under-test.ts'
import { fc } from '../../support/properties.ts'

const shell = testShell()

describe('the shell prints for', () => {
  it.each([
    ['words', 'echo  a   b', 'a b\n'],
    ['single quotes', `echo 'a  $x "b"'`, 'a  $x "b"\n'],
    ['double quotes', 'x=1; echo "a  $x \\$x \\"q\\" `echo sub`"', 'a  1 $x "q" sub\n'],
    ['escapes', 'echo a\\ \\ b \\$x', 'a  b $x\n'],
    ["$'...'", "echo $'a\\tb\\x41'", 'a\tbA\n'],
    ['comments', 'echo a # b\necho c#d', 'a\nc#d\n'],
    ['line continuation', 'echo a\\\nb', 'ab\n'],
    ['an empty word', 'f() { echo $#; }; f "" \'\' $nothing', '2\n'],
    ['unquoted variables, split', 'x="a  b"; set -- $x; echo $#', '2\n'],
    ['quoted variables, whole', 'x="a  b"; set -- "$x"; echo $#', '1\n'],
    ['IFS', 'IFS=:; x=a::b; set -- $x; echo $# "$2" "$3"', '3  b\n'],
    ['"$@" and "$*"', 'set -- "a b" c; for i in "$@"; do echo "<$i>"; done; echo "$*"', '<a b>\n<c>\na b c\n'],
    ['positional parameters beyond nine', 'set -- 1 2 3 4 5 6 7 8 9 ten; echo ${10} $10', 'ten 10\n'],
    ['default values', 'echo ${a-1} ${a:-2}; a=; echo "<${a-1}>" ${a:-2}', '1 2\n<> 2\n'],
    ['assigned defaults', 'echo ${a:=5} $a', '5 5\n'],
    ['alternatives', 'a=1; echo "<${a:+yes}>" "<${b:+yes}>"', '<yes> <>\n'],
    ['lengths', 'x=héllo; echo ${#x} ${#nothing}', '5 0\n'],
    [
      'prefixes and suffixes',
      'p=/a/b/c.tar.gz; echo ${p##*/} ${p#*/} ${p%.*} ${p%%.*}',
      'c.tar.gz a/b/c.tar.gz /a/b/c.tar /a/b/c\n',
    ],
    ['replacements', 'x=banana; echo ${x/an/AN} ${x//an/AN} ${x//a}', 'bANana bANANa bnn\n'],
    ['slices', 'x=abcdef; echo ${x:2} ${x:1:3} ${x: -2}', 'cdef bcd ef\n'],
    ['arithmetic', 'x=5; echo $((1 + 2 * 3)) $((x++ + --x)) $((7 / 2 % 2)) $((1 << 4 | 1))', '7 10 1 17\n'],
    ['comparisons in arithmetic', 'echo $((1 < 2 && 3 != 4)) $((0 ? 1 : 2)) $((!5)) $((~0))', '1 2 0 -1\n'],
    ['nested substitutions', 'echo $(echo $(echo deep) "$(echo "in  ner")")', 'deep in ner\n'],
    ['backquotes within backquotes', 'echo `echo \\`echo x\\``', 'x\n'],
    ['pipes', 'printf "b\\na\\n" | sort | head -n 1', 'a\n'],
    ['and, or, not', 'true && echo 1; false || echo 2; ! false && echo 3; false && echo no || echo 4', '1\n2\n3\n4\n'],
    ['if', 'if false; then echo a; elif true; then echo b; else echo c; fi', 'b\n'],
    [
      'while with break and continue',
      'i=0; while :; do i=$((i+1)); [ $i = 2 ] && continue; [ $i -gt 3 ] && break; echo $i; done',
      '1\n3\n',
    ],
    ['until', 'i=0; until [ $i -ge 2 ]; do echo $i; i=$((i+1)); done', '0\n1\n'],
    ['break out of two loops', 'for a in 1 2; do for b in 1 2; do break 2; done; done; echo $a$b', '11\n'],
    ['case', 'for x in foo bar b; do case $x in f*|z) echo 1;; ba?) echo 2;; *) echo 3;; esac; done', '1\n2\n3\n'],
    ['quoted case patterns', 'case "a*" in "a*") echo literal;; esac; case ab in "a*") echo no;; esac', 'literal\n'],
    ['functions', 'f() { local x=in; echo $x $1; return 3; }; x=out; f a; echo $? $x', 'in a\n3 out\n'],
    ['function keyword', 'function g { echo g; }; g', 'g\n'],
    ['subshells', 'x=1; (x=2; cd /data; echo $x); echo $x; pwd', '2\n1\n/\n'],
    ['groups', '{ echo a; echo b; } | wc -l', '2\n'],
    ['here-documents', 'x=1; cat <<E\n$x $(echo y)\nE\ncat <<"E"\n$x\nE', '1 y\n$x\n'],
    ['indented here-documents', 'cat <<-E\n\t\ta\n\tE', 'a\n'],
    ['two here-documents of a line', 'cat <<A; cat <<B\n1\nA\n2\nB', '1\n2\n'],
    ['here-strings', 'x="a b"; cat <<< "$x"', 'a b\n'],
    ['brace lists', 'echo x{a,b{1,2}}y {single} a{,b}', 'xay xb1y xb2y {single} a ab\n'],
    ['tilde', 'echo ~ ~/x a~', '/ //x a~\n'],
    ['redirections', 'cd /data/local/tmp; echo 1 > r; echo 2 >> r; cat < r; echo no > /dev/null', '1\n2\n'],
    ['stderr into stdout', 'ls /nothing 2>&1 | wc -l; { echo a; echo b >&2; } 2>/dev/null', '1\na\n'],
    ['both outputs into a file', 'cd /data/local/tmp; { echo a; echo b >&2; } &> both; cat both', 'a\nb\n'],
    ['the order of redirections', '{ echo out; echo err >&2; } 2>&1 >/dev/null', 'err\n'],
    [
      'exec with a redirection',
      'exec 3>&1 >/data/local/tmp/e; echo hidden; exec >&3; cat /data/local/tmp/e',
      'hidden\n',
    ],
    [
      'globs',
      'cd /sdcard; mkdir g; touch g/a1 g/a2 g/b1 g/.a; echo g/a* g/?1 g/[!a]* g/none*',
      'g/a1 g/a2 g/a1 g/b1 g/b1 g/none*\n',
    ],
    ['quoted globs', 'cd /; echo "s*" s\\*', 's* s*\n'],
    ['globs over folders', 'echo /sys*/bin/l[ns]', '/system/bin/ln /system/bin/ls\n'],
    ['test', '[ -d /data ] && [ ! -f /data ] && [ 2 -lt 10 ] && [ a != b ] && [ -n x -a -z "" ] && echo yes', 'yes\n'],
    ['[[ ]]', 'x="a b"; [[ $x == a* && ! $x == b* && ( -d /data || -f /x ) ]] && echo yes', 'yes\n'],
    ['read', 'printf "a b c\\nd\\n" | while read x y; do echo "$y-$x"; done', 'b c-a\n-d\n'],
    ['eval', 'x=y; eval "$x=5"; echo $y', '5\n'],
    ['variables for one command', 'X=1 sh -c \'echo $X\'; echo "<$X>"', '1\n<>\n'],
    ['exported variables', 'export A=1; B=2; sh -c \'echo $A "<$B>"\'', '1 <>\n'],
    [
      'assignments of declarations, which stay whole',
      'x="a  b"; export A=$x; readonly B=$(echo "c  *"); typeset C=$x; f() { local D=$x; echo "$D"; }; echo "$A|$B|$C"; f',
      'a  b|c  *|a  b\na  b\n',
    ],
    [
      'the model in an exported variable',
      'setprop persist.model "Pixel 6 Pro"; export X=$(getprop persist.model) Y=1; echo "$X" $Y',
      'Pixel 6 Pro 1\n',
    ],
    ['declarations that append', 'A=1; export A+=2; command export B=$A-$A; echo "$A" "$B"', '12 12-12\n'],
    ['a declaration without a value', "A=1; typeset -x A; sh -c 'echo $A'", '1\n'],
    ['background jobs and wait', '{ sleep 0.01; echo late; } & echo now; wait; echo done', 'now\nlate\ndone\n'],
    ['the last background pid', 'sleep 100 & kill $!; wait $!; echo $?', '143\n'],
    ['an EXIT trap', 'trap "echo bye" EXIT; echo hi; exit 2', 'hi\nbye\n'],
    ['sourced files', 'echo "z=9" > /sdcard/lib; . /sdcard/lib; echo $z', '9\n'],
    [
      'scripts',
      'printf "#!/system/bin/sh\\necho \\$0 \\$1\\n" > /sdcard/s; chmod +x /sdcard/s; /sdcard/s a; sh /sdcard/s b',
      '/sdcard/s a\n/sdcard/s b\n',
    ],
    ['options by their names', 'set -- a b; set -o pipefail; set -o vi; echo $#; false | true; echo $?', '2\n1\n'],
    ['options in one word', "sh -c 'set -euo pipefail; echo $-; false | cat; echo on'; echo $?", 'eu\n1\n'],
    [
      'options of sh',
      "sh -ec 'false; echo on'; echo $?; echo 'false; echo on' > /sdcard/e; sh -e /sdcard/e; echo $?",
      '1\n1\n',
    ],
    ['sh with a name and parameters', "sh -c 'echo $0 $1 $#' name a b", 'name a 2\n'],
    [
      'arithmetic commands',
      'i=0; while ((i<3)); do echo $i; ((i++)); done; ((0)) || ((1 && (2>1))) && echo yes',
      '0\n1\n2\nyes\n',
    ],
    ['parentheses that are no arithmetic', '((echo a); echo b); ( (echo c) )', 'a\nb\nc\n'],
    [
      'the content of a file',
      'printf "a\nb\n\n" > /sdcard/c; x=$(</sdcard/c); echo "$x"; echo $(< /sdcard/none); echo $?',
      'a\nb\n\n0\n',
    ],
    [
      'getopts',
      'f() { while getopts ab:c o; do echo "$o ${OPTARG-none} $OPTIND"; done; echo $OPTIND; }; f -ac -b x -by -- rest',
      'a none 1\nc none 2\nb x 4\nb y 5\n6\n',
    ],
    ['getopts that is to be silent', 'set -- -x -b; while getopts :b: o; do echo "$o $OPTARG"; done', '? x\n: b\n'],
    ['command -v', 'command -v ls cd nothing', '/system/bin/ls\ncd\n'],
  ])('%s', async (_what, script, expected) => {
    expect(await testShell().output(script)).toBe(expected)
  })
})

describe('the exit status of', () => {
  it.each([
    ['a script is its last command’s', 'true; false', 1],
    ['exit is given', 'exit 300', 44],
    ['a missing command is 127', 'nothing-like-that', 127],
    ['a file without the right to run is 126', 'echo x > /sdcard/f; /sdcard/f', 126],
    ['a pipeline is its last stage’s', 'false | true', 0],
    ['a syntax error is 1', 'if true', 1],
    ['an unset variable under -u is 1', 'set -u; echo $nothing; echo on', 1],
    ['a failing command under -e', 'set -e; (exit 6); echo on', 6],
    ['a failing test under -e is no end', 'set -e; if false; then :; fi; false || true; ! true; exit 9', 9],
    ['${x:?} is 1', 'echo ${x:?missing}; echo on', 1],
    ['a killed process is 128 and the signal', 'sh -c "kill -9 \\$\\$"', 137],
    ['a readonly assignment', 'readonly a=1; a=2; echo on', 1],
  ])('%s', async (_what, script, status) => {
    const result = await shell.run(script)
    expect(result.status).toBe(status)
    expect(result.stdout).not.toContain('on')
  })
})

describe('the parser', () => {
  it.each([
    'a )',
    'if; then',
    'for in',
    '| a',
    'a && ',
    '{ a',
    '( a',
    'case x in',
    '"a',
    "'a",
    '$(a',
    '${a',
    '`a',
    '((',
    'a <<E\nb',
    'fi',
    'x() ',
  ])('refuses %j with a syntax error', (script) => {
    expect(() => parseScript(script)).toThrow(ShellSyntaxError)
  })

  it('ends whatever it is given in a tree or a syntax error', () => {
    const pieces = [
      'if',
      'then',
      'fi',
      'for',
      'in',
      'do',
      'done',
      'case',
      'esac',
      '{',
      '}',
      '(',
      ')',
      '$(',
      '`',
      '"',
      "'",
      '$((',
      '))',
      '${',
      '<<',
      'E',
      '\n',
      ';',
      ';;',
      '&',
      '|',
      '>',
      '[[',
      ']]',
      '\\',
      '$',
      'x',
      '=',
      ' ',
      '#',
      '*',
    ]
    const text = fc.oneof(
      fc.string(),
      fc.array(fc.constantFrom(...pieces), { maxLength: 40 }).map((words) => words.join('')),
    )
    fc.assert(
      fc.property(text, (script) => {
        try {
          parseScript(script)
        } catch (error) {
          expect(error).toBeInstanceOf(ShellSyntaxError)
        }
      }),
      { numRuns: 2_000 },
    )
  })

  it('refuses a script that nests without end', () => {
    expect(() => parseScript('$('.repeat(5_000))).toThrow(ShellSyntaxError)
    expect(() => parseScript('('.repeat(100_000))).toThrow(ShellSyntaxError)
    expect(() => parseScript(`echo ${'"${x:-'.repeat(5_000)}`)).toThrow(ShellSyntaxError)
    expect(() => parseScript('if '.repeat(100_000))).toThrow(ShellSyntaxError)
  })

  it('keeps any text that is quoted', async () => {
    const printable = fc.string({ unit: 'grapheme', maxLength: 60 }).filter((text) => !text.includes('\0'))
    await fc.assert(
      fc.asyncProperty(printable, async (text) => {
        const quoted = `'${text.replaceAll("'", `'\\''`)}'`
        expect(await shell.output(`printf %s ${quoted}`)).toBe(Buffer.from(text).toString())
        expect(await shell.output(`x=${quoted}; printf %s "$x"`)).toBe(Buffer.from(text).toString())
      }),
      { numRuns: 100 },
    )
  })
})
