import { useLocation } from 'react-router-dom'
import type { Market } from '../../../domain/markets.ts'
import { placeAt } from '../../routes.ts'

/** The market in whose section the screen stands; undefined elsewhere. */
export function useSection(): Market | undefined {
  return placeAt(useLocation().pathname)?.group?.market
}
