import { Classes, MenuItem } from '@blueprintjs/core'
import { Key, LogOut, MobilePhone, Duplicate, Contrast, Shop } from '@blueprintjs/icons'
import { Omnibar, type ItemRenderer } from '@blueprintjs/select'
import { useSelector } from '@xstate/react'
import type { JSX } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import type { ActorRefFrom } from 'xstate'
import { mayControlPhones } from '../../../domain/roles.ts'
import type { Device } from '../../api/devices.ts'
import type { Environment } from '../../api/environments.ts'
import type { paletteMachine } from '../../machines/shell/palette.ts'
import { menuFor } from '../../routes.ts'
import { shownStatus, whyNoScreen } from '../devices/device-status.ts'
import { useConsole, useCurrentUser } from '../session/session-context.tsx'
import { menuIcons } from './menu-icons.ts'
import styles from './PaletteOverlay.module.css'

/** Something that can be found. */
interface Find {
  key: string
  text: string
  /** What kind of thing it is, or where it stands. */
  label: string
  icon: JSX.Element | undefined
  go: () => void
}

/** The palette while it is open. */
export function PaletteOverlay({ palette }: { palette: ActorRefFrom<typeof paletteMachine> }) {
  const { t } = useTranslation()
  const phones = useSelector(palette, ({ context }) => context.phones)
  const text = useSelector(palette, ({ context }) => context.text)
  const shops = useSelector(palette, ({ context }) => context.shops)
  const toPhone = usePhoneFinds()
  const toShop = useShopFinds()
  const known = useKnownFinds()
  const wanted = text.toLowerCase()
  const items = [
    ...known.filter((find) => `${find.text} ${find.label}`.toLowerCase().includes(wanted)),
    ...shops.map(toShop),
    ...phones.map(toPhone),
  ]

  return (
    <Omnibar<Find>
      isOpen
      className={styles.palette}
      inputProps={{ placeholder: t('palette.hint'), 'aria-label': t('palette.hint') }}
      items={items}
      itemPredicate={() => true /* They are those that fit. */}
      itemsEqual="key"
      itemRenderer={rendered}
      noResults={<MenuItem disabled text={t('palette.nothing')} roleStructure="listoption" />}
      onQueryChange={(typed) => palette.send({ type: 'TYPE', text: typed })}
      onItemSelect={({ go }) => {
        palette.send({ type: 'CLOSE' })
        go()
      }}
      onClose={() => palette.send({ type: 'CLOSE' })}
      overlayProps={{ backdropClassName: Classes.OVERLAY_BACKDROP }}
    />
  )
}

const rendered: ItemRenderer<Find> = ({ key, text, label, icon }, { handleClick, handleFocus, modifiers, id, ref }) => (
  <MenuItem
    key={key}
    id={id}
    ref={ref}
    roleStructure="listoption"
    icon={icon}
    text={text}
    label={label}
    active={modifiers.active}
    onClick={handleClick}
    onFocus={handleFocus}
  />
)

/** The screens of this user, and what it may do anywhere. */
function useKnownFinds(): readonly Find[] {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const console = useConsole()
  const user = useCurrentUser()
  const { changePassword, session, theme } = console.getSnapshot().children
  const screens = menuFor(user).flatMap((entry) =>
    (entry.children.length > 0 ? entry.children : [entry]).map(({ path, title }) => {
      const Icon = menuIcons[title] ?? menuIcons[entry.title]
      const group = entry.children.length > 0 ? `${t(`routes.${entry.title}`)} · ` : ''
      return {
        key: path,
        text: t(`routes.${title}`),
        label: `${group}${t('palette.screen')}`,
        icon: Icon && <Icon />,
        go: () => void navigate(path),
      }
    }),
  )
  const label = t('palette.action')
  return [
    ...screens,
    {
      key: 'copy id',
      text: t('shell.user.copyId'),
      label,
      icon: <Duplicate />,
      go: () => console.send({ type: 'copy user id' }),
    },
    {
      key: 'password',
      text: t('shell.user.changePassword'),
      label,
      icon: <Key />,
      go: () => changePassword?.send({ type: 'open' }),
    },
    { key: 'theme', text: t('palette.theme'), label, icon: <Contrast />, go: () => theme?.send({ type: 'toggle' }) },
    {
      key: 'sign out',
      text: t('shell.user.logOut'),
      label,
      icon: <LogOut />,
      go: () => session?.send({ type: 'sign out' }),
    },
  ]
}

/** An open shop is gone to, another is shown in its list. */
function useShopFinds(): (shop: Environment) => Find {
  const { t } = useTranslation()
  const navigate = useNavigate()
  return ({ id, market, name, account, device_id, device_name }) => ({
    key: `shop ${id}`,
    text: name,
    label: [t(`routes.${market}`), account, device_name].filter(Boolean).join(' · '),
    icon: <Shop />,
    go: () =>
      void navigate(
        device_id === null
          ? `/${market}/list?keyword=${encodeURIComponent(name)}`
          : `/device1/remotely?id=${device_id}`,
      ),
  })
}

/** A phone is opened where its screen can be had, else shown in the list. */
function usePhoneFinds(): (phone: Device) => Find {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { role } = useCurrentUser()
  return ({ id, name, serial, status }) => {
    const list = `/device/list?keyword=${encodeURIComponent(serial)}`
    const screen = mayControlPhones(role) ? `/device1/remotely?id=${id}` : `/remote/observe?id=${id}`
    return {
      key: `phone ${id}`,
      text: name,
      label: `${serial} · ${shownStatus(t, status).text}`,
      icon: <MobilePhone />,
      go: () => void navigate(whyNoScreen(t, { status }) === undefined ? screen : list),
    }
  }
}
