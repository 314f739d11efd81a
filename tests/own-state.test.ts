import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/**
 * What the console keeps outside of its charts, and why no test of a chart could care. What an operator decides, is asked or has
 * written is behaviour, and stands in a chart: a screen's own, or one of the kit (`front`, `singleCall`, `oneAnswer`, `filterText`).
 */
const reasons: Readonly<Record<string, string>> = {
  'src/screens/environments/ImportSheet.tsx confirmed':
    'Which drawing of a cell this is, so that another takes its place.',
  'src/screens/session/LoginForm.tsx shown': 'How a password is drawn.',
  'src/screens/session/SignedIn.tsx leftovers':
    'A list of its own, made once; what is in it the chart of an import says.',
  'src/screens/shell/MachinesDock.tsx open':
    'Only developers see it; a machine of its own would stand among those it shows.',
  'src/screens/shell/TableBench.tsx selected': 'The table alone, to be measured: what a list adds is left out.',
  'src/screens/shell/UserMenu.tsx unseen': 'Which picture the browser could not draw.',
  'src/ui/ConfirmDialog.tsx typed':
    'A number typed as a safeguard, gone with the question; isMeant says what it is worth.',
  'src/ui/DataTable.tsx active': 'Where the keyboard is, which only the DOM acts upon.',
  'src/ui/DataTable.tsx activeColumn': 'Where the keyboard is, which only the DOM acts upon.',
  'src/ui/DataTable.tsx menu': 'The open flag of a popover, and where it stands.',
  'src/ui/HeldPage.tsx holders': 'Who holds the page just now; each says so from a chart of its own.',
  'src/ui/LatePopover.tsx isWanted': 'Whether code has to be there, which nobody sees.',
  'src/ui/OnceWanted.tsx wasWanted': 'Whether something was ever drawn, which nobody sees.',
  'src/ui/data-table/DayRange.tsx now': 'What today is does not change under an open calendar.',
  'src/ui/data-table/FilterPick.tsx isOpen': 'The open flag of a popover.',
  'src/ui/data-table/remembered-columns.ts taste': 'What is drawn of what the browser keeps.',
  'src/ui/data-table/use-row-painter.ts availableWidth': 'A measure of the page.',
  'src/ui/form/PasswordField.tsx shown': 'How a password is drawn.',
  'src/ui/use-drag-order.ts aimed': 'Where the pointer is.',
  'src/ui/use-drag-order.ts dragged': 'What the pointer holds.',
  'src/ui/use-file-drop.ts isOver': 'Where the pointer is.',
  'src/ui/use-keyed-actor.ts made': 'The one place that keeps an actor for a screen.',
  'src/ui/use-size.ts size': 'A measure of the page.',
}

const files = globSync('src/**/*.{ts,tsx}').map((file) => ({ file, source: readFileSync(file, 'utf8') }))

test('whatever the console keeps outside of its charts has a reason, and no reason is left over', () => {
  const kept = files.flatMap(({ file, source }) =>
    [...source.matchAll(/const \[(\w+)[^\]]*\] = use(?:State|Reducer)\b/g)].map(([, name]) => `${file} ${name}`),
  )
  expect(kept.toSorted()).toEqual(Object.keys(reasons).toSorted())
})

test('nothing is kept in another form than that', () => {
  const others = files.flatMap(({ file, source }) => {
    const uses = [...source.matchAll(/\buse(?:State|Reducer)\s*[<(]/g)].length
    const known = [...source.matchAll(/const \[\w+[^\]]*\] = use(?:State|Reducer)\b/g)].length
    const hasAlias = /\buse(?:State|Reducer) as\b|\bReact\.use/.test(source)
    return uses === known && !hasAlias ? [] : [file]
  })
  expect(others).toEqual([])
})

/** Buttons that no chart decides, by file and what they say, and why. The others ask `snapshot.can`, or are given what it says as `may…`. */
const decidedElsewhere: Readonly<Record<string, string>> = {
  'src/screens/jobs/ItemOutputView.tsx text === ""': 'There is nothing to keep as a file.',
  'src/screens/jobs/SaidFields.tsx isSameDays(weekdays, workdays)': 'The field says so already.',
  'src/screens/jobs/TaskCalendar.tsx isToday': 'The address says which days are shown.',
  'src/screens/lists/FilterSheet.tsx narrowing.length === 0': 'The address says what narrows the list.',
  'src/screens/lists/RowMenu.tsx reason !== undefined': 'The row says why not.',
  'src/screens/messages/MessageList.tsx isLast': 'The answer says where the list ends.',
  'src/screens/messages/MessageList.tsx skip === 0': 'The list begins there.',
  'src/screens/people/InviteCard.tsx code === undefined': 'There is nothing to copy.',
  'src/screens/people/ServiceDays.tsx disabled': 'Passes on what its form says.',
  'src/screens/remote/SideButton.tsx !hovers': 'A hint, which fingers have no use for.',
  'src/screens/remote/SideButton.tsx isOff': 'Passes on why not.',
  'src/screens/reports/PrintPreview.tsx answer === undefined': 'There is nothing to print.',
  'src/ui/ActionButton.tsx !isDisabled': 'A hint, which says why not.',
  'src/ui/ActionButton.tsx isDisabled': 'Passes on why not.',
  'src/ui/ConfirmDialog.tsx !isMeant(count, typed)': 'What was typed as a safeguard is not the number.',
  'src/ui/GhostButton.tsx props.disabled': 'Passes it on.',
  'src/ui/data-table/ColumnMenu.tsx act === undefined': 'The column stands at the end already.',
  'src/ui/data-table/ColumnMenu.tsx at === 0': 'The first column names the row, and is always shown.',
  'src/ui/form/ChoicesField.tsx disabledReason !== undefined': 'The operator may not give what it does not have.',
}

test('a chart decides what can be pressed, or there is a reason, and no reason is left over', () => {
  const others = files.flatMap(({ file, source }) => {
    const values = [...source.matchAll(/\b(?:aria-)?disabled=\{((?:[^{}]|\{[^{}]*\})*)\}/g)].map(
      ([, value = '']) => value,
    )
    return values
      .filter((value) => !/\.can\(|\b(?:may|can)[A-Z]/.test(value))
      .map((value) => `${file} ${value.replaceAll("'", '"')}`)
  })
  expect([...new Set(others)].toSorted()).toEqual(Object.keys(decidedElsewhere).toSorted())
})
