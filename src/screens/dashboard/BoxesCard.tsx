import { useTranslation } from 'react-i18next'
import type { Box, Overview } from '../../machines/dashboard.ts'
import { StatusTag } from '../../ui/StatusTag.tsx'
import { TimeAgo } from '../../ui/TimeAgo.tsx'
import styles from './Card.module.css'

/** The boxes with how many of their phones are online, for roles that may list boxes (SPEC §6). */
export function BoxesCard({ overview }: { overview: Overview | undefined }) {
  const { t } = useTranslation()
  const boxes = overview?.boxes
  const hidden = boxes ? boxes.total - boxes.items.length : 0
  return (
    <section className={styles.card} aria-labelledby="boxes">
      <h2 id="boxes">
        {t('dashboard.boxes')}
        {boxes && <span className={styles.number}>{boxes.total}</span>}
      </h2>
      {boxes?.total === 0 ? (
        <p className={styles.empty}>
          <b>{t('dashboard.noBoxes')}</b> {t('dashboard.noBoxesHint')}
        </p>
      ) : (
        <div className={styles.scroll}>
          <table className={styles.table} aria-busy={boxes === undefined}>
            <thead>
              <tr>
                <th scope="col">{t('dashboard.boxFields.name')}</th>
                <th scope="col">{t('dashboard.boxFields.state')}</th>
                <th scope="col">{t('dashboard.boxFields.region')}</th>
                <th scope="col">{t('dashboard.boxFields.phones')}</th>
                <th scope="col">{t('dashboard.boxFields.lastSeen')}</th>
              </tr>
            </thead>
            <tbody>
              {boxes?.items.map((box) => (
                <BoxRow key={box.id} box={box} region={overview?.regions.get(box.region) ?? box.region} />
              ))}
            </tbody>
          </table>
        </div>
      )}
      {hidden > 0 && <p className={styles.more}>{t('dashboard.moreBoxes', { n: hidden })}</p>}
    </section>
  )
}

function BoxRow({ box, region }: { box: Box; region: string }) {
  const { t } = useTranslation()
  return (
    <tr>
      <th scope="row" title={box.code}>
        {box.name}
      </th>
      <td>
        <StatusTag tone={box.online ? 'ok' : 'off'} text={t(box.online ? 'dashboard.online' : 'dashboard.offline')} />
      </td>
      <td>{region}</td>
      <td>{t('dashboard.boxPhones', { online: box.online_phone_count, total: box.phone_count })}</td>
      <td>{box.last_seen_at === null ? t('dashboard.never') : <TimeAgo at={box.last_seen_at} />}</td>
    </tr>
  )
}
