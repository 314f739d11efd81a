import { Classes, Menu, MenuItem } from '@blueprintjs/core'
import {
  Box,
  Calendar,
  Comment,
  Contrast,
  Duplicate,
  History,
  Key,
  KeyCommand,
  LogOut,
  MobilePhone,
  Person,
  Refresh,
  Shop,
  Tag,
  Translate,
} from '@blueprintjs/icons'
import { Omnibar, type ItemListRenderer, type ItemListRendererProps, type ItemRenderer } from '@blueprintjs/select'
import { shallowEqual, useSelector } from '@xstate/react'
import type { JSX, KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import type { ActorRefFrom } from 'xstate'
import { mayControlPhones } from '../../../domain/roles.ts'
import type { TextKey } from '../../../texts/catalogue.ts'
import type { Device } from '../../api/devices.ts'
import { isFoundBy } from '../../../domain/pinyin.ts'
import type { Environment } from '../../api/environments.ts'
import type { Deed, Found } from '../../api/palette-finds.ts'
import type { Place } from '../../api/palette-memory.ts'
import { otherLanguage } from '../../machines/shell/language.ts'
import type { paletteMachine } from '../../machines/shell/palette.ts'
import { mayCall, type GuardedCall } from '../../permissions.ts'
import { deskOf, menuFor } from '../../routes.ts'
import { shownStatus, whyNoScreen } from '../devices/device-status.ts'
import { askedDeed } from '../lists/asked-row.ts'
import { actionText } from '../jobs/job-words.ts'
import { useConsole, useCurrentUser } from '../session/session-context.tsx'
import { useSignOut } from '../session/use-sign-out.ts'
import { useAfterChange } from '../../ui/use-after-change.ts'
import { menuIcons } from './menu-icons.ts'
import { isChord } from './Palette.tsx'
import styles from './PaletteOverlay.module.css'

/** Something that can be found. */
interface Find {
  key: string
  text: string
  /** What kind of thing it is, or where it stands. */
  label: string
  icon: JSX.Element | undefined
  /** Where it leads, for it to be offered again; what is done at once leads nowhere. */
  place?: Place
  /** What is done with a phone or a person, which is looked for next. */
  deed?: Deed
  go?: () => void
}

/** Whatever has a place. */
type PlaceFind = (place: Place) => Find

interface PaletteOverlayProps {
  palette: ActorRefFrom<typeof paletteMachine>
  /** The operator wants to report a problem. */
  onFeedback: () => void
}

/** The palette while it is open. */
export function PaletteOverlay({ palette, onFeedback }: PaletteOverlayProps) {
  const { t } = useTranslation()
  const { text, deed, places, isHurried, ...found } = useSelector(palette, ({ context }) => context, shallowEqual)
  const isSearched = useSelector(palette, (snapshot) => snapshot.matches({ open: 'still' }))
  const toFind = usePlaceFinds()
  const phonePlace = usePhonePlaces()
  const foundPlace = useFoundPlaces()
  const { deeds, doTo } = useDeeds(toFind)
  const known = useKnownFinds(toFind, { showKeys: () => palette.send({ type: 'SHOW_KEYS' }), onFeedback })
  const isFound = (find: Pick<Find, 'text' | 'label'>) => isFoundBy(`${find.text} ${find.label}`, text.trim())
  const isMeant = (place: Place) => deed === undefined || place.kind === objects[deed].kind
  const toDo = (place: Place): Find => (deed === undefined ? toFind(place) : doTo(deed, place))
  const recent = places.filter((place) => isMeant(place) && isFound(place)).map(toDo)
  const others = [
    ...(deed === undefined ? [...known, ...deeds].filter(isFound) : []),
    ...[...foundPlace(found), ...found.phones.map(phonePlace)].map(toDo),
  ]
  // What was gone to before comes first, and once.
  const items = [...recent, ...others.filter(({ key }) => !recent.some((one) => one.key === key))]

  const choose = ({ place, deed: picked, go }: Find) => {
    palette.send(picked ? { type: 'PICK_DEED', deed: picked } : { type: 'CHOOSE', place })
    go?.()
  }
  useAfterChange(isHurried && isSearched, (isMeant) => {
    if (isMeant && items[0]) choose(items[0])
  })

  const hint = t(deed === undefined ? 'palette.hint' : objects[deed].hint)
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === 'Backspace' && event.currentTarget.value === '') palette.send({ type: 'DROP_DEED' })
    if (event.key === 'Enter' && isChord(event)) event.stopPropagation() // The list would choose.
  }

  return (
    <Omnibar<Find>
      isOpen
      className={styles.palette}
      query={text /* Of before it was there; and none where what is to be done has been picked. */}
      inputProps={{ placeholder: hint, 'aria-label': hint, onKeyDown }}
      items={items}
      itemPredicate={() => true /* They are those that fit. */}
      itemsEqual="key"
      itemRenderer={rendered}
      itemListRenderer={listed}
      onQueryChange={(typed) => palette.send({ type: 'TYPE', text: typed })}
      onItemSelect={choose}
      onClose={() => palette.send({ type: 'CLOSE' })}
      overlayProps={{
        backdropClassName: Classes.OVERLAY_BACKDROP,
        onOpening: () => palette.send({ type: 'LISTED' }),
      }}
    />
  )
}

/** Blueprint's own is a menu, of options; and before anything is typed it is empty. */
const listed: ItemListRenderer<Find> = (list) => <Listed {...list} />

function Listed({ filteredItems, itemsParentRef, renderItem, menuProps }: ItemListRendererProps<Find>) {
  const { t } = useTranslation()
  return (
    <Menu {...menuProps} role="listbox" aria-label={t('palette.hint')} ulRef={itemsParentRef}>
      {filteredItems.length === 0 ? (
        <MenuItem disabled text={t('finding.nothing')} roleStructure="listoption" />
      ) : (
        filteredItems.map(renderItem)
      )}
    </Menu>
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

/** What a deed is done with, and how that is asked. */
const objects = {
  reboot: { kind: 'phone', hint: 'finding.whichPhone' },
  renew: { kind: 'person', hint: 'finding.whoseService' },
} as const satisfies Record<Deed, { kind: Place['kind']; hint: TextKey }>

/** What may be done with a phone or a person, and one of them as what it is done with: their list does it. */
function useDeeds(toFind: PlaceFind): { deeds: readonly Find[]; doTo: (deed: Deed, place: Place) => Find } {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { role } = useCurrentUser()
  const label = t('finding.action')
  const all: readonly (Find & { operation: GuardedCall })[] = [
    { key: 'reboot', text: t('finding.reboot'), label, icon: <Refresh />, deed: 'reboot', operation: 'deviceRun' },
    { key: 'renew', text: t('finding.renew'), label, icon: <Calendar />, deed: 'renew', operation: 'userRenew' },
  ]
  return {
    deeds: all.filter(({ operation }) => mayCall(role, operation)),
    doTo(deed, place) {
      const id = Number(place.key.split(' ')[1])
      const list =
        deed === 'reboot' ? `/device/list?keyword=${part(place.text)}` : `/user/list?user_name=${part(place.text)}`
      const { icon, key, text, label } = toFind(place)
      return { key, text, label, icon, place, go: () => void navigate(list, { state: askedDeed(deed, id) }) }
    },
  }
}

const themes = ['light', 'dark', 'system'] as const

/** The screens of this user, and what it may do anywhere. */
function useKnownFinds(
  toFind: PlaceFind,
  { showKeys, onFeedback }: { showKeys: () => void; onFeedback: () => void },
): readonly Find[] {
  const { t } = useTranslation()
  const console = useConsole()
  const user = useCurrentUser()
  const signOut = useSignOut()
  const { changePassword, language, theme } = console.getSnapshot().children
  const other = otherLanguage(language?.getSnapshot().context.language)
  const screens = menuFor(user).flatMap((entry) =>
    (entry.children.length > 0 ? entry.children : [entry]).map(({ path, title }) => {
      const group = entry.children.length > 0 ? `${t(`routes.${entry.title}`)} · ` : ''
      const Icon = menuIcons[title] ?? menuIcons[entry.title]
      const label = `${group}${t('finding.screen')}`
      const find = toFind({ key: path, kind: 'screen', text: t(`routes.${title}`), label, to: path })
      return { ...find, icon: Icon && <Icon /> }
    }),
  )
  const label = t('finding.action')
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
    { key: 'keys', text: t('palette.keys'), label, icon: <KeyCommand />, go: showKeys },
    ...themes.map((choice) => ({
      key: `theme ${choice}`,
      text: t(`shell.theme.${choice}`),
      label: t('finding.theme'),
      icon: <Contrast />,
      go: () => theme?.send({ type: 'choose', theme: choice }),
    })),
    {
      key: 'language',
      text: t('finding.language', { name: t(`shell.language.${other}`) }),
      label,
      icon: <Translate />,
      go: () => language?.send({ type: 'choose', language: other }),
    },
    { key: 'feedback', text: t('shell.user.feedback'), label, icon: <Comment />, go: onFeedback },
    {
      key: 'sign out',
      text: t('shell.user.logOut'),
      label,
      icon: <LogOut />,
      go: signOut,
    },
  ]
}

const icons: Readonly<Record<Place['kind'], JSX.Element>> = {
  screen: <History />,
  shop: <Shop />,
  phone: <MobilePhone />,
  person: <Person />,
  group: <Tag />,
  box: <Box />,
  job: <History />,
}

/** A place as something that can be found. */
function usePlaceFinds(): PlaceFind {
  const navigate = useNavigate()
  return (place) => {
    const { key, kind, text, label, to } = place
    return { key, text, label, icon: icons[kind], place, go: () => void navigate(to) }
  }
}

const part = encodeURIComponent

/** Shops, people, groups, boxes and jobs. An open shop is gone to, another is shown in its list. */
function useFoundPlaces(): (found: Omit<Found, 'phones'>) => Place[] {
  const { t } = useTranslation()
  const shop = ({ id, market, name, account, device_id, device_name }: Environment): Place => ({
    key: `shop ${id}`,
    kind: 'shop',
    text: name,
    label: [t(`routes.${market}`), account, device_name].filter(Boolean).join(' · '),
    to: device_id === null ? `/${market}/list?keyword=${part(name)}` : deskOf(device_id, market),
  })
  return ({ shops, people, groups, boxes, jobs }) => [
    ...shops.map(shop),
    ...people.map(({ value, text }) => ({
      key: `person ${value}`,
      kind: 'person' as const,
      text,
      label: t('routes.user'),
      to: `/user/list?user_name=${part(text)}`,
    })),
    ...groups.map(({ value, text, market }) => ({
      key: `group ${value}`,
      kind: 'group' as const,
      text,
      label: `${t(`routes.${market}`)} · ${t('environments.field.groups')}`,
      to: `/${market}/list?tag=${value}`,
    })),
    ...boxes.map(({ value, text }) => ({
      key: `box ${value}`,
      kind: 'box' as const,
      text,
      label: t('routes.boxList'),
      to: `/box/?keyword=${part(text)}`,
    })),
    ...jobs.map((job) => ({
      key: `job ${job.id}`,
      kind: 'job' as const,
      text: `#${job.id} ${actionText(t, job)}`,
      label: [job.created_by_name, t('routes.job')].join(' · '),
      to: `/job?id=${job.id}`,
    })),
  ]
}

/** A phone is opened where its screen can be had, else shown in the list. */
function usePhonePlaces(): (phone: Device) => Place {
  const { t } = useTranslation()
  const { role } = useCurrentUser()
  return ({ id, name, serial, status }) => {
    const list = `/device/list?keyword=${part(serial)}`
    const screen = mayControlPhones(role) ? deskOf(id) : `/remote/observe?id=${id}`
    return {
      key: `phone ${id}`,
      kind: 'phone',
      text: name,
      label: `${serial} · ${shownStatus(t, status).text}`,
      to: whyNoScreen(t, { status }) === undefined ? screen : list,
    }
  }
}
