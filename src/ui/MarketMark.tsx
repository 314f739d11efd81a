import type { Market } from '../../domain/markets.ts'
import styles from './MarketMark.module.css'

/** What stands in the square, for each marketplace. */
const letters: Record<Market, string> = {
  amazon: 'a',
  tiktok: 'T',
  temu: 'TM',
  walmart: 'W',
  walmartcad: 'CA',
  rednote: 'R',
  depop: 'd',
}

/** A marketplace by colour and letter, so that two shops of one name are told apart at a glance. */
export function MarketMark({ market }: { market: Market }) {
  return (
    <span className={styles.mark} data-market={market} aria-hidden="true">
      {letters[market]}
    </span>
  )
}
