/** The syntax tree of a shell script: POSIX sh with what Android's mksh scripts commonly add. */

export type Word = WordPart[]

export type WordPart =
  | { type: 'text'; text: string; quoted: boolean }
  | { type: 'parameter'; name: string; operation?: ParameterOperation; quoted: boolean }
  | { type: 'command'; body: Script; quoted: boolean }
  | { type: 'arithmetic'; expression: Word; quoted: boolean }

export type ParameterOperation =
  | { type: 'length' }
  /** `:-` and its relatives; with `empty`, a variable that is set but empty counts as unset. */
  | { type: '-' | '=' | '+' | '?'; empty: boolean; word: Word }
  | { type: '#' | '##' | '%' | '%%'; word: Word }
  | { type: '/' | '//'; pattern: Word; replacement: Word }
  | { type: 'slice'; offset: Word; length: Word | undefined }

export interface Redirect {
  fd: number
  operator: '<' | '>' | '>>' | '>|' | '<>' | '<&' | '>&' | '<<' | '<<<' | '&>'
  target: Word
}

export interface Assignment {
  name: string
  append: boolean
  value: Word
}

export interface SimpleCommand {
  type: 'simple'
  assignments: Assignment[]
  words: Word[]
  redirects: Redirect[]
}

export type Command =
  | SimpleCommand
  | { type: 'group' | 'subshell'; body: Script; redirects: Redirect[] }
  | { type: 'if'; branches: { test: Script; body: Script }[]; otherwise: Script | undefined; redirects: Redirect[] }
  | { type: 'while'; until: boolean; test: Script; body: Script; redirects: Redirect[] }
  | { type: 'for'; name: string; words: Word[] | undefined; body: Script; redirects: Redirect[] }
  | { type: 'case'; subject: Word; arms: { patterns: Word[]; body: Script }[]; redirects: Redirect[] }
  /** `((...))`. */
  | { type: 'arithmetic'; expression: Word; redirects: Redirect[] }
  /** `[[ ... ]]`: words, with `&&`, `||`, `!`, `(` and `)` among them as unquoted text. */
  | { type: 'condition'; words: Word[]; redirects: Redirect[] }
  | { type: 'function'; name: string; body: Command }

export interface Pipeline {
  negated: boolean
  stages: Command[]
}

/** Pipelines joined by `&&` and `||`, evaluated from left to right. */
export interface AndOr {
  first: Pipeline
  rest: { operator: '&&' | '||'; pipeline: Pipeline }[]
  background: boolean
}

export type Script = AndOr[]

export class ShellSyntaxError extends Error {
  override name = 'ShellSyntaxError'
}

/** The input ends within a construct: more lines may complete it. */
export class IncompleteInput extends ShellSyntaxError {
  override name = 'IncompleteInput'
}
