import { createContext, use } from 'react'
import { useLocation } from 'react-router-dom'

/** The page's address, as its router has it. */
interface Address {
  readonly state: { readonly location: { readonly pathname: string; readonly search: string; readonly state: unknown } }
  subscribe(listener: () => void): () => void
}

/** Given once at the root of the page. */
export const AddressContext = createContext<Address | undefined>(undefined)

/**
 * How an actor hears of its screen's address where it goes on under another one, and of what somebody brought along there: at once,
 * and whenever it changes; nothing of other screens' addresses.
 */
export function useAddressWatch<Asked>(read: (params: URLSearchParams, brought: unknown) => Asked) {
  const address = use(AddressContext)
  const { pathname } = useLocation()
  if (address === undefined) throw new Error('there is no address around this screen')
  return (listener: (asked: Asked) => void): (() => void) => {
    const tell = () => {
      const { location } = address.state
      if (location.pathname === pathname) listener(read(new URLSearchParams(location.search), location.state))
    }
    tell()
    return address.subscribe(tell)
  }
}
