import {
  Console,
  CloudUpload,
  Database,
  GlobeNetwork,
  History,
  Home,
  MobilePhone,
  NewPerson,
  People,
  Shop,
  Tag,
  Time,
  Satellite,
  TimelineBarChart,
  type SVGIconProps,
} from '@blueprintjs/icons'
import type { ComponentType } from 'react'
import { markets } from '../../../domain/markets.ts'
import type { RouteTitle } from '../../routes.ts'

/** The icons of the sidebar's entries; collapsed, they are all that shows. */
export const menuIcons: Partial<Record<RouteTitle, ComponentType<SVGIconProps>>> = {
  home: Home,
  user: People,
  userList: People,
  userAdd: NewPerson,
  device: MobilePhone,
  deviceList: MobilePhone,
  services: Console,
  scriptList: Console,
  timedTasks: Time,
  box: Database,
  boxList: Database,
  openFrp: Satellite,
  operationLog: History,
  fileList: CloudUpload,
  systemReport: TimelineBarChart,
  ipReport: GlobeNetwork,
  ...Object.fromEntries(markets.map((market) => [market, Shop])),
  environmentList: Shop,
  environmentGroups: Tag,
}
