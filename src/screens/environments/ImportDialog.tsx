import { Button, Callout, Dialog, DialogBody, DialogFooter, ProgressBar } from '@blueprintjs/core'
import { FullStackedChart } from '@blueprintjs/icons'
import { useSelector } from '@xstate/react'
import { useMemo, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { shownFields } from '../../../domain/import-table.ts'
import type { Market } from '../../../domain/markets.ts'
import { addGroup } from '../../api/environment-groups.ts'
import { fetchMarketOptions, keepLines, maxImportCharacters, sendEnvironmentLines } from '../../api/environments.ts'
import { importMemoryOf } from '../../api/environment-import-memory.ts'
import type { ImportLeftover } from '../../api/import-leftovers.ts'
import { undoEntry } from '../../api/log.ts'
import {
  countReplaced,
  environmentImportMachine,
  goodLines,
  importFailure,
  isUnfinished,
  leftoverOf,
  shownLines,
  undoableEntries,
} from '../../machines/environments/environment-import.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { useHeldPage } from '../../ui/use-held-page.ts'
import { regionOf } from '../devices/region-text.ts'
import { useUndo } from '../lists/use-undo.ts'
import { useCurrentUser, useImportLeftovers } from '../session/session-context.tsx'
import { useScreenActor } from '../shell/use-screen-actor.ts'
import { csvFile, UnreadableFile } from './environment-file.ts'
import { choicesOf } from './import-choices.ts'
import { problemsIn } from './import-problems.ts'
import { ImportColumns } from './ImportColumns.tsx'
import { useProxyTries } from './use-proxy-tries.ts'
import styles from './ImportDialog.module.css'
import { ImportPreview } from './ImportPreview.tsx'
import { ImportSource } from './ImportSource.tsx'
import { ImportValues } from './ImportValues.tsx'

interface ImportDialogProps {
  market: Market
  onImported: () => void
  onClose: () => void
  /** Groups may have been made, also where nothing came of it in the end. */
  onGroups: () => void
}

/** Imports environments from a file whose columns and values are anybody's: they are given their meaning, and what is good goes first. */
export function ImportDialog({ market, onImported, onClose, onGroups }: ImportDialogProps) {
  const { t } = useTranslation()
  const undoing = useUndo()
  const me = useCurrentUser()
  const leftovers = useImportLeftovers()
  const input = {
    market,
    choices: async (signal: AbortSignal) => {
      const options = await fetchMarketOptions(market, me.role, signal)
      return choicesOf(options, me, (code) => regionOf(t, options.regions, code))
    },
    send: sendEnvironmentLines(market),
    maxPortion: maxImportCharacters,
    makeGroup: addGroup(market),
    undo: undoEntry,
    setAside: (before: ImportLeftover | undefined, left: ImportLeftover | undefined) => leftovers.replace(before, left),
    memory: importMemoryOf(me.id, market),
    keep: keepLines,
  }
  const actor = useScreenActor(environmentImportMachine, { key: market, input }, (now) => {
    if (now.status !== 'done') return
    onGroups()
    const count = now.context.gone.size
    if (count === 0) return onClose()
    // Where lines are left, it is taken back beside them, so that its own come back to them.
    const entries = leftoverOf(now.context) === undefined ? undoableEntries(now.context) : []
    undoing.tell(t('importing.done', { count }), entries, () => undefined) // The list is live.
    onImported()
  })
  useHeldPage(actor, {
    isHeld: (now) => now.status === 'active' && (isUnfinished(now.context) || isWriting(now)),
    ask: () => actor.send({ type: 'LEAVE' }),
    isToStay: (now) => !now.matches('leaving') && !isWriting(now),
  })
  const now = useSelector(actor, (snapshot) => snapshot)
  const { context } = now
  const { table, draft, prepared, problems, shown, held, source, failure, gone, refusals } = context
  const send = useMemo(() => eventsOf((event) => actor.send(event)), [actor])
  const fields = useMemo(() => shownFields(draft), [draft])
  const lines = useMemo(() => shownLines({ prepared, problems, shown, held }), [prepared, problems, shown, held])
  const good = useMemo(() => goodLines({ prepared, problems }).length, [prepared, problems])
  const proxies = useProxyTries(prepared.lines)
  const all = prepared.lines.length
  const isReading = now.matches('reading')
  /** Whoever leaves what is left of an import, or chooses another file, finds it again. */
  const isKept = leftoverOf(context) !== undefined
  const isAtWork = isWriting(now) || isReading
  const isStudio = table.rows.length > 0 && !now.matches('choosing') && !isReading
  const failureText =
    failure instanceof UnreadableFile ? t(`importing.problem.${failure.problem}`) : importFailure(context)

  const busyText = (): string => {
    if (isReading) return t('importing.reading')
    if (now.matches('takingBack')) return t('importing.takingBack')
    if (now.matches('making') || now.matches('made')) return t('importing.making')
    return isWriting(now) ? t('importing.bringing', { count: good }) : t('importing.checking', { count: all })
  }
  const isBusy = isAtWork || now.matches({ deciding: 'checking' }) || now.matches({ deciding: 'settling' })

  /** What is left, as the file has it, with what is to be done about it. */
  const download = () => {
    const left = prepared.lines.filter((line) => problemsIn(t, line, problems.get(line.line)).length > 0)
    const rows = new Map(table.rows.map((row) => [row.line, row.cells]))
    const cells = left.map((line) => [
      ...table.headings.map((_, column) => {
        const field = draft.columns[column]
        return (field ? line.cells[field] : undefined) ?? rows.get(line.line)?.[column] ?? ''
      }),
      problemsIn(t, line, problems.get(line.line))
        .map(({ reason }) => reason)
        .join('; '),
    ])
    actor.send({ type: 'KEEP', csv: csvFile([[...table.headings, t('importing.problems')], ...cells]) })
  }

  return (
    <>
      <Dialog
        isOpen
        title={t('importing.title', { market: t(`environments.names.${market}`) })}
        className={isStudio ? styles.studio : styles.dialog}
        canOutsideClickClose={false}
        isCloseButtonShown={now.can({ type: 'LEAVE' })}
        onClose={() => actor.send({ type: 'LEAVE' })}
      >
        <DialogBody className={styles.body}>
          {now.matches('choosing') && (
            <ImportSource
              left={leftovers.all().filter((one) => one.market === market)}
              problem={failure === undefined ? undefined : failureText}
              pasted={context.pasted}
              onPasted={(text) => actor.send({ type: 'WRITE', pasted: text })}
              onChoose={(chosen) => actor.send({ type: 'CHOOSE', source: chosen })}
            />
          )}
          {isReading && (
            <p className={styles.status} role="status">
              {busyText()}
            </p>
          )}
          {isReading && <ProgressBar aria-label={busyText()} />}
          {isStudio && (
            <>
              <div className={styles.file}>
                <FullStackedChart size={20} />
                <div>
                  <strong>{source?.name}</strong>
                  <span className={styles.small}>
                    {[
                      ...(table.sheet === undefined ? [] : [t('importing.sheet', { sheet: table.sheet })]),
                      t('importing.lines', { count: table.rows.length }),
                      t('importing.columnCount', { count: table.headings.length }),
                    ].join(' · ')}
                  </span>
                </div>
                <Button
                  variant="outlined"
                  size="small"
                  text={t('importing.another')}
                  disabled={!now.can({ type: 'ANOTHER' })}
                  onClick={() => actor.send({ type: 'ANOTHER' })}
                />
              </div>
              {now.matches({ deciding: 'unnamed' }) && (
                <Callout intent="warning" role="alert" compact>
                  {t('importing.unnamedColumn')}
                </Callout>
              )}
              {now.matches({ deciding: 'unchecked' }) && (
                <Callout intent="danger" role="alert" compact>
                  {t('importing.unchecked', { message: failureText })}
                </Callout>
              )}
              {refusals.length > 0 && (
                <Callout intent="warning" role="alert" compact>
                  {t('importing.notTakenBack', {
                    count: refusals.length,
                    why: [...new Set(refusals)].join(t('table.separator')),
                  })}
                </Callout>
              )}
              <div className={styles.meaning}>
                <ImportColumns table={table} columns={draft.columns} onMap={send.map} />
                <ImportValues values={prepared.values} choices={context.values} onDecide={send.decide} />
              </div>
              <ImportPreview
                lines={lines}
                proxies={proxies}
                fields={fields}
                problems={problems}
                shown={shown}
                counts={{ all, good, open: all - good }}
                canUndo={now.can({ type: 'UNDO' })}
                canFill={now.can({ type: 'FILL' })}
                canReplace={(field, find, by) => now.can({ type: 'REPLACE', field, cells: { find, by } })}
                replacement={context.replacement}
                countOf={(field, find) => countReplaced(context, field, find)}
                onShow={send.show}
                onEdit={send.edit}
                onDrop={send.drop}
                onSelect={send.select}
                onPaste={send.paste}
                onFill={send.fill}
                onAim={send.aim}
                onReplace={send.replace}
                onUndo={send.undo}
                onDownload={download}
              />
            </>
          )}
        </DialogBody>
        <DialogFooter
          className={styles.footer}
          actions={
            <>
              <Button
                text={t(isKept || gone.size > 0 ? 'importing.close' : 'importing.cancel')}
                disabled={!now.can({ type: 'LEAVE' })}
                onClick={() => actor.send({ type: 'LEAVE' })}
              />
              {now.matches({ deciding: 'unchecked' }) && (
                <Button intent="primary" text={t('importing.recheck')} onClick={() => actor.send({ type: 'CHECK' })} />
              )}
              {isStudio && !now.matches({ deciding: 'unchecked' }) && (
                <Button
                  intent="primary"
                  loading={isWriting(now)}
                  disabled={!now.can({ type: 'IMPORT' })}
                  text={t(good === all ? 'importing.start' : 'importing.startGood', { count: good })}
                  onClick={() => actor.send({ type: 'IMPORT' })}
                />
              )}
            </>
          }
        >
          {isStudio && (
            <Tally good={good} open={all - good} busy={isBusy ? busyText() : undefined}>
              {gone.size > 0 && <span>{t('importing.imported', { count: gone.size })}</span>}
              {context.portions.at(-1)?.entry !== undefined && (
                <Button
                  size="small"
                  variant="minimal"
                  text={t('importing.takeBack')}
                  disabled={!now.can({ type: 'TAKE_BACK' })}
                  onClick={() => actor.send({ type: 'TAKE_BACK' })}
                />
              )}
            </Tally>
          )}
        </DialogFooter>
      </Dialog>
      {(now.matches('leaving') || now.matches('replacing')) && (
        <ConfirmDialog
          title={t('importing.title', { market: t(`environments.names.${market}`) })}
          loses={[isKept ? t('importing.kept', { count: all }) : t('importing.unsaved')]}
          confirm={t(isKept ? 'importing.later' : 'form.discard')}
          count={1}
          isKept={isKept}
          onConfirm={() => actor.send({ type: 'DISCARD' })}
          onCancel={() => actor.send({ type: 'STAY' })}
        />
      )}
    </>
  )
}

/** Whether the server is being told to change something, which is waited for. */
const isWriting = (now: { matches: (state: 'making' | 'made' | 'bringing' | 'brought' | 'takingBack') => boolean }) =>
  (['making', 'made', 'bringing', 'brought', 'takingBack'] as const).some((state) => now.matches(state))

type Send = ReturnType<typeof useScreenActor<typeof environmentImportMachine>>['send']
type Given = Parameters<typeof ImportPreview>[0]

/** What the parts of the dialog tell the chart; the same functions from one drawing to the next. */
const eventsOf = (send: Send) => ({
  map: (column: number, field: Given['fields'][number] | null) => send({ type: 'MAP', column, field }),
  decide: ((field, targets) => send({ type: 'DECIDE', field, targets })) as Parameters<
    typeof ImportValues
  >[0]['onDecide'],
  show: ((view) => send({ type: 'SHOW', shown: view })) as Given['onShow'],
  edit: ((line, field, text) => send({ type: 'EDIT', line, field, cell: text })) as Given['onEdit'],
  drop: ((line) => send({ type: 'DROP', line })) as Given['onDrop'],
  select: ((block) => send({ type: 'SELECT', block })) as Given['onSelect'],
  paste: ((text) => send({ type: 'PASTE', cells: text })) as Given['onPaste'],
  fill: () => send({ type: 'FILL' }),
  aim: ((replacement) => send({ type: 'AIM', replacement })) as Given['onAim'],
  replace: ((field, find, by) => send({ type: 'REPLACE', field, cells: { find, by } })) as Given['onReplace'],
  undo: () => send({ type: 'UNDO' }),
})

interface TallyProps {
  good: number
  open: number
  /** What is being done, where it is. */
  busy: string | undefined
  children: ReactNode
}

/** How many lines can be imported and how many are left to finish: in sight all the time. */
function Tally({ good, open, busy, children }: TallyProps) {
  const { t } = useTranslation()
  const all = good + open
  return (
    <div className={styles.tally}>
      <span>
        <strong className={styles.ready}>{good}</strong> {t('importing.ready')}
      </span>
      <span>
        <strong className={styles.left}>{open}</strong> {t('importing.open')}
      </span>
      <ProgressBar
        className={styles.bar}
        intent="success"
        animate={false}
        stripes={false}
        value={all === 0 ? 1 : good / all}
        aria-label={t('importing.shown.good', { n: good })}
      />
      <span role="status" className={styles.small}>
        {busy}
      </span>
      {children}
    </div>
  )
}
