import type { App, Stage } from './app.ts'
import { Browser } from './apps/browser.ts'
import { Gallery } from './apps/gallery.ts'
import { Motion } from './apps/motion.ts'
import { Notes } from './apps/notes.ts'
import { Settings } from './apps/settings.ts'
import { amazon, depop, rednote, Shop, temu, tiktok, walmart } from './apps/shop.ts'
import {
  amazonIcon,
  browserIcon,
  depopIcon,
  galleryIcon,
  type Icon,
  motionIcon,
  notesIcon,
  rednoteIcon,
  settingsIcon,
  temuIcon,
  tiktokIcon,
  walmartIcon,
} from './icons.ts'

/** An app that can be opened from the home screen or by its package name. */
export interface InstalledApp {
  packageName: string
  title: string
  icon: Icon
  /** in the dock rather than in the rows above it */
  docked: boolean
  create: (stage: Stage) => App
}

export const homePackage = 'com.phonedeck.home'
export const settingsPackage = 'com.android.settings'

/** In the order in which the home screen shows them. */
export const installedApps: InstalledApp[] = [
  app('com.amazon.mShop.android.shopping', 'Amazon', amazonIcon, (stage) => new Shop(stage, amazon)),
  app('com.zhiliaoapp.musically', 'TikTok', tiktokIcon, (stage) => new Shop(stage, tiktok)),
  app('com.einnovation.temu', 'Temu', temuIcon, (stage) => new Shop(stage, temu)),
  app('com.walmart.android', 'Walmart', walmartIcon, (stage) => new Shop(stage, walmart)),
  app('com.xingin.xhs', '小红书', rednoteIcon, (stage) => new Shop(stage, rednote)),
  app('com.depop', 'Depop', depopIcon, (stage) => new Shop(stage, depop)),
  app('com.phonedeck.motion', '动画', motionIcon, (stage) => new Motion(stage)),
  docked('com.phonedeck.notes', '备忘录', notesIcon, (stage) => new Notes(stage)),
  docked(settingsPackage, '设置', settingsIcon, (stage) => new Settings(stage)),
  docked('com.phonedeck.gallery', '相册', galleryIcon, (stage) => new Gallery(stage)),
  docked('com.phonedeck.browser', '浏览器', browserIcon, (stage) => new Browser(stage)),
]

function app(packageName: string, title: string, icon: Icon, create: InstalledApp['create']): InstalledApp {
  return { packageName, title, icon, docked: false, create }
}

function docked(packageName: string, title: string, icon: Icon, create: InstalledApp['create']): InstalledApp {
  return { ...app(packageName, title, icon, create), docked: true }
}
