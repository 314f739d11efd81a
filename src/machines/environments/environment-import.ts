import { assign, fromPromise, setup } from 'xstate'
import type { EnvironmentLine, LineField } from '../../../domain/environment-lines.ts'
import type { BadField, ImportAnswer } from '../../api/environments.ts'
import { messageOf } from '../../api/errors.ts'

/** A file, or a text that was pasted. */
export interface ImportSource {
  name: string
  text: () => Promise<string>
}

type ReadFile = (text: string) => Promise<readonly EnvironmentLine[]>
type SendLines = (lines: readonly EnvironmentLine[], dryRun: boolean, signal: AbortSignal) => Promise<ImportAnswer>

export interface ImportInput {
  read: ReadFile
  send: SendLines
}

interface Context extends ImportInput {
  source: ImportSource | undefined
  /** Every line of the file, with what was corrected. */
  lines: readonly EnvironmentLine[]
  /** The lines that were bad when they were last checked, in the order of the file. */
  shown: readonly EnvironmentLine[]
  /** Fields that were wrong somewhere then; they stay while they are corrected. */
  suspects: ReadonlySet<string>
  /** What is wrong, by line and field; a field that was corrected since is no longer among them. */
  problems: ReadonlyMap<number, ReadonlyMap<string, string>>
  /** How many fields were corrected. */
  corrections: number
  /** Why the last step came to nothing; undefined where it did not. */
  failure: unknown
  imported: number
  /** The entries of the operation log that undo it. */
  undoable: readonly number[]
}

const problemsOf = (bad: readonly BadField[]): Map<number, Map<string, string>> => {
  const problems = new Map<number, Map<string, string>>()
  for (const { line, field, reason } of bad) {
    const fields = problems.get(line) ?? new Map<string, string>()
    problems.set(line, fields.set(field, reason))
  }
  return problems
}

function withoutProblem(problems: Context['problems'], line: number, field: string): Context['problems'] {
  const fields = problems.get(line)
  if (fields?.has(field) !== true) return problems
  const left = new Map(fields)
  left.delete(field)
  return new Map(problems).set(line, left)
}

/**
 * Imports a file of environments: it is read, checked without importing anything, corrected where it is bad, checked again,
 * and imported whole. Whatever fails, every line and every correction stays; only the operator gives them up.
 */
export const environmentImportMachine = setup({
  types: {
    input: {} as ImportInput,
    context: {} as Context,
    events: {} as
      | { type: 'CHOOSE'; source: ImportSource }
      | { type: 'EDIT'; line: number; field: LineField; value: string }
      | { type: 'DROP'; line: number }
      | { type: 'CHECK' }
      | { type: 'IMPORT' }
      | { type: 'LEAVE' }
      | { type: 'STAY' }
      | { type: 'DISCARD' },
  },
  actors: {
    read: fromPromise<readonly EnvironmentLine[], Pick<Context, 'read' | 'source'>>(async ({ input }) =>
      input.read((await input.source?.text()) ?? ''),
    ),
    check: fromPromise<ImportAnswer, Pick<Context, 'send' | 'lines'>>(({ input: { send, lines }, signal }) =>
      send(lines, true, signal),
    ),
    bring: fromPromise<ImportAnswer, Pick<Context, 'send' | 'lines'>>(({ input: { send, lines }, signal }) =>
      send(lines, false, signal),
    ),
  },
  guards: {
    'a line is bad': ({ context }) => context.shown.length > 0,
    'no line is left': ({ context }) => context.lines.length === 0,
    'something was typed': ({ context }) => context.corrections > 0,
    'lines were refused': (_, { answer }: { answer: ImportAnswer }) => answer.bad.length > 0,
  },
  actions: {
    'note the source': assign(({ event }) => (event.type === 'CHOOSE' ? { source: event.source } : {})),
    'take the lines': assign((_, { lines }: { lines: readonly EnvironmentLine[] }) => ({
      lines,
      shown: [],
      corrections: 0,
    })),
    'take the verdict': assign(({ context }, { answer }: { answer: ImportAnswer }) => {
      const problems = problemsOf(answer.bad)
      const suspects = new Set(answer.bad.map(({ field }) => field))
      return { problems, suspects, shown: context.lines.filter(({ line }) => problems.has(line)) }
    }),
    'correct a field': assign(({ context, event }) => {
      if (event.type !== 'EDIT') return {}
      const { line, field, value } = event
      const corrected = (one: EnvironmentLine) => (one.line === line ? { ...one, [field]: value } : one)
      return {
        lines: context.lines.map(corrected),
        shown: context.shown.map(corrected),
        problems: withoutProblem(context.problems, line, field),
        corrections: context.corrections + 1,
      }
    }),
    'drop a line': assign(({ context, event }) => {
      if (event.type !== 'DROP') return {}
      const others = ({ line }: EnvironmentLine) => line !== event.line
      return {
        lines: context.lines.filter(others),
        shown: context.shown.filter(others),
        corrections: context.corrections + 1,
      }
    }),
    'note the failure': assign({ failure: (_, { error }: { error: unknown }) => error }),
    'forget the failure': assign({ failure: undefined }),
    'count what was imported': assign((_, { answer: { imported, undo } }: { answer: ImportAnswer }) => ({
      imported,
      undoable: undo === undefined ? [] : [undo.log_id],
    })),
  },
}).createMachine({
  id: 'environmentImport',
  context: ({ input }) => ({
    ...input,
    source: undefined,
    lines: [],
    shown: [],
    suspects: new Set(),
    problems: new Map(),
    corrections: 0,
    failure: undefined,
    imported: 0,
    undoable: [],
  }),
  initial: 'choosing',
  states: {
    choosing: {
      description: 'No file was chosen yet, or the one that was can not be read.',
      on: { CHOOSE: { target: 'reading', actions: 'note the source' }, LEAVE: 'left' },
    },
    reading: {
      description: 'The file is read in the browser.',
      entry: 'forget the failure',
      invoke: {
        id: 'read',
        src: 'read',
        input: ({ context }) => context,
        onDone: {
          target: 'checking',
          actions: { type: 'take the lines', params: ({ event }) => ({ lines: event.output }) },
        },
        onError: {
          target: 'choosing',
          actions: { type: 'note the failure', params: ({ event }) => ({ error: event.error }) },
        },
      },
      on: { LEAVE: 'left' },
    },
    checking: {
      description: 'The server looks at every line and imports none.',
      entry: 'forget the failure',
      invoke: {
        id: 'check',
        src: 'check',
        input: ({ context }) => context,
        onDone: {
          target: 'judging',
          actions: { type: 'take the verdict', params: ({ event }) => ({ answer: event.output }) },
        },
        onError: {
          target: 'unchecked',
          actions: { type: 'note the failure', params: ({ event }) => ({ error: event.error }) },
        },
      },
      on: { LEAVE: [{ guard: 'something was typed', target: 'asking' }, { target: 'left' }] },
    },
    judging: {
      description: 'The verdict is in.',
      always: [{ guard: 'a line is bad', target: 'correcting' }, { target: 'ready' }],
    },
    unchecked: {
      description: 'The check came to nothing; the lines are all there.',
      on: {
        CHECK: 'checking',
        EDIT: { actions: 'correct a field' },
        LEAVE: [{ guard: 'something was typed', target: 'asking' }, { target: 'left' }],
      },
    },
    correcting: {
      description: 'The bad lines stand in a sheet, to be corrected or dropped.',
      always: { guard: 'no line is left', target: 'choosing' },
      on: {
        EDIT: { actions: 'correct a field' },
        DROP: { actions: 'drop a line' },
        CHECK: 'checking',
        LEAVE: [{ guard: 'something was typed', target: 'asking' }, { target: 'left' }],
      },
    },
    asking: {
      description: 'The operator was about to leave corrections behind.',
      on: { STAY: 'returning', DISCARD: 'left' },
    },
    returning: {
      description: 'Back to where the lines stood.',
      always: [{ guard: 'a line is bad', target: 'correcting' }, { target: 'checking' }],
    },
    ready: {
      description: 'Every line is good.',
      on: {
        IMPORT: 'importing',
        LEAVE: [{ guard: 'something was typed', target: 'asking' }, { target: 'left' }],
      },
    },
    importing: {
      description: 'The server imports all of them, or none.',
      entry: 'forget the failure',
      invoke: {
        id: 'bring',
        src: 'bring',
        input: ({ context }) => context,
        onDone: [
          {
            guard: { type: 'lines were refused', params: ({ event }) => ({ answer: event.output }) },
            target: 'judging',
            actions: { type: 'take the verdict', params: ({ event }) => ({ answer: event.output }) },
          },
          {
            target: 'done',
            actions: { type: 'count what was imported', params: ({ event }) => ({ answer: event.output }) },
          },
        ],
        onError: {
          target: 'ready',
          actions: { type: 'note the failure', params: ({ event }) => ({ error: event.error }) },
        },
      },
    },
    done: { type: 'final', description: 'All lines are environments.' },
    left: { type: 'final', description: 'Nothing was imported.' },
  },
})

/** What to say of the last failure; empty where there is none. A file that can't be read says why by its `problem`. */
export const importFailure = ({ failure }: Pick<Context, 'failure'>): string =>
  failure === undefined ? '' : messageOf(failure)
