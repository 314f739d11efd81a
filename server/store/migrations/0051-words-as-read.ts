import { sql, type Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'
import { pinyinOf } from './0048-pinyin.ts'

/** Words in which a character is not read as by itself, each with a second spelling that is, in the order of `domain/pinyin.ts`. */
const words = `
重庆虫庆 重启虫启 重新虫新 重阳虫阳 重复虫复 双重双虫 重叠虫叠 重逢虫逢
校长校掌 店长店掌 成长成掌 生长生掌 家长家掌 队长队掌 会长会掌 院长院掌 厂长厂掌 首长首掌 村长村掌 市长市掌 省长省掌 学长学掌 团长团掌 班长班掌 增长增掌 董事长董事掌 长大掌大 长辈掌辈 长老掌老 长常
银行银航 商行商航 车行车航 洋行洋航 支行支航 分行分航 总行总航 同行同航 粮行粮航 琴行琴航 鱼行鱼航 茶行茶航 花行花航 药行药航 金行金航 布行布航 米行米航 油行油航 酒行酒航 灯行灯航 表行表航 木行木航 贸易行贸易航 典当行典当航 拍卖行拍卖航 行业航业 行情航情 行家航家
音乐音越 乐器越器 乐队越队 乐谱越谱 乐团越团 乐清越清 民乐民越 声乐声越 器乐器越
厦门夏门 都督 地弟 曾增 觉绝
西藏西脏 藏族脏族 藏红花脏红花 宝藏宝脏 藏药脏药 藏式脏式 藏獒脏獒 藏香脏香 藏饰脏饰
调味条味 调料条料 空调空条 调色条色 协调协条 烹调烹条
人参人深 海参海深 党参党深 洋参洋深 参茸深茸
便宜骈宜 会计快计 六安路安 蚌埠甭埠 番禺潘禺 莘庄辛庄 薄荷伯荷 咖喱嘎喱 雪茄雪加 茄且
汤匙汤池 着装桌装 弹簧谈簧 弹力谈力 弹性谈性 阿胶鹅胶 粘土年土 模具母具 模板母板 囤货屯货 朝气招气 传记转记 出差出拆 的士迪士
`
  .trim()
  .split(/\s+/)
  .map((pair) => [pair.slice(0, pair.length / 2), pair.slice(pair.length / 2)] as const)

/** How a text in small letters, an expression of SQL, is written with those words in their second spelling. */
export const respelled = (text: string): string =>
  words.reduce((all, [word, spelling]) => `replace(${all}, '${word}', '${spelling}')`, text)

/** 重庆 is read chongqing, not zhongqing. Names of before are read anew in the background (store/fill-pinyin.ts). */
export const wordsAsRead: Migration = {
  async up(db: Kysely<unknown>) {
    await sql.raw(pinyinOf('create or replace', respelled('lower(one collate "C")'))).execute(db)
    await sql`delete from settings where key like 'pinyin of %'`.execute(db)
  },
}
