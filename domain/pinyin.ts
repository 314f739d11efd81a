/** Each syllable of pinyin, without its tone, with the first character of it, in the order of pinyin; lv is lü. */
const syllables = `
a吖 ai哎 an安 ang肮 ao凹 ba丷 bai紦 ban扳 bang邦 bao勹 bei卑 ben奔 beng獖 bi屄 bian边 biao灬 bie憋 bin汃 bing氞 bo癶 bu峬 ca嚓 cai偲
can参 cang仓 cao撡 ce艹 cen嵾 ceng曽 cha叉 chai芆 chan辿 chang伥 chao蟐 che车 chen抻 cheng阷 chi吃 chong充 chou抽 chu出 chua歘
chuai揣 chuan巛 chuang刅 chui吹 chun旾 chuo逴 ci呲 cong匆 cou凑 cu粗 cuan汆 cui崔 cun乼 cuo搓 da咑 dai呆 dan丹 dang当 dao刀 de嘚
den扥 deng灯 di氐 dia嗲 dian敁 diao刁 die爹 ding丁 diu丟 dong东 dou吺 du厾 duan耑 dui垖 dun吨 duo多 e妸 ei诶 en奀 eng鞥 er儿 fa发
fan帆 fang匚 fei飞 fen分 feng丰 fo覅 fou紑 fu夫 ga旮 gai侅 gan甘 gang冈 gao皋 ge戈 gei给 gen根 geng刯 gong工 gou勾 gu估 gua瓜 guai乖
guan关 guang光 gui欟 gun丨 guo呙 ha哈 hai咍 han佄 hang夯 hao茠 he诃 hei黒 hen拫 heng亨 hong噷 hou齁 hu乎 hua花 huai怀 huan欢
huang巟 hui灰 hun昏 huo吙 ji丌 jia加 jian戋 jiang橺 jiao艽 jie鵤 jin巾 jing坕 jiong燝 jiu丩 ju凥 juan爠 jue噘 jun军 ka咔 kai开
kan刊 kang忼 kao尻 ke匼 kei剋 ken肎 keng劥 kong空 kou抠 ku扝 kua夸 kuai蒯 kuan宽 kuang匡 kui亏 kun鑎 kuo尡 la垃 lai来 lan兰 lang啷
lao唥 le仂 lei勒 leng崚 li哩 lia俩 lian奁 liang良 liao煷 lie毟 lin拎 ling伶 liu瀮 long囖 lou瞜 lu噜 lv驴 luan娈 lve掠 lun擽 luo啰
ma呣 mai埋 man嫚 mang牤 mao猫 me嚒 mei嚜 men椚 meng擝 mi咪 mian宀 miao喵 mie乜 min民 ming名 miu谬 mo摸 mou哞 mu毪 na拏 nai腉 nan囡
nang囔 nao孬 ne疒 nei娞 nen恁 neng能 ni嗯 nian拈 niang娘 niao鸟 nie捏 nin囜 ning宁 niu妞 nong农 nou羺 nu譳 nv女 nuan奻 nve疟 nuo黁
o喔 ou讴 pa妑 pai拍 pan眅 pang乓 pao抛 pei呸 pen喷 peng匉 pi丕 pian囨 piao剽 pie氕 pin姘 ping乒 po钋 pou剖 pu仆 qi巬 qia掐 qian千
qiang呛 qiao悄 qie苆 qin亲 qing靑 qiong卭 qiu丘 qu区 quan迲 que炔 qun夋 ran呥 rang穣 rao娆 re惹 ren人 reng扔 ri日 rong戎 rou厹 ru邚
ruan挼 rui婑 run瞤 ruo捼 sa仨 sai虄 san三 sang橵 sao掻 se閪 sen森 seng僧 sha杀 shai繌 shan山 shang伤 shao弰 she奢 shen谁 sheng升
shi尸 shou収 shu书 shua刷 shuai衰 shuan闩 shuang双 shui脽 shun吮 shuo说 si厶 song忪 sou凁 su苏 suan狻 sui夊 sun孙 suo唆 ta他 tai囼
tan粏 tang賧 tao夲 te忑 teng熥 ti剔 tian天 tiao旫 tie螩 ting厅 tong囲 tou偷 tu綉 tuan湍 tui推 tun吞 tuo畽 wa屲 wai歪 wan弯 wang尢
wei危 wen煀 weng呚 wo挝 wu乌 xi錻 xia呷 xian仙 xiang乡 xiao灱 xie恷 xin心 xing星 xiong裄 xiu休 xu吁 xuan吅 xue削 xun坃 ya丫 yan恹
yang央 yao羪 ye鑰 yi一 yin囙 ying应 yo哟 yong佣 you优 yu蒏 yuan囦 yue曰 yun晕 za繧 zai災 zan兂 zang匨 zao傮 ze则 zei伬 zen怎 zeng譛
zha扎 zhai夈 zhan枬 zhang张 zhao佋 zhe蜇 zhen贞 zheng凧 zhi之 zhong徔 zhou州 zhu朱 zhua抓 zhuai跩 zhuan专 zhuang妆 zhui隹 zhun宒
zhuo拙 zi乲 zong宗 zou邹 zu租 zuan钻 zui厜 zun穝 zuo嘬
`
  .trim()
  .split(/\s/)
  .map((pair) => ({ first: pair.slice(-1), syllable: pair.slice(0, -1) }))

/** The characters that are read: those of Unicode's first block of Chinese, all of GB 2312 among them. */
const read = /[\u4e00-\u9fff]/
const inPinyin = new Intl.Collator('zh-Hans-u-co-pinyin')

/** The last syllable that doesn't begin behind the character. */
function syllableOf(character: string): string {
  let [at, end] = [0, syllables.length]
  while (end - at > 1) {
    const middle = (at + end) >> 1
    if (inPinyin.compare(syllables[middle]?.first ?? '', character) <= 0) at = middle
    else end = middle
  }
  return syllables[at]?.syllable ?? character
}

/**
 * Words in which a character is not read as by itself, each with a second spelling that is: 重庆 as 虫庆. What is within another one stands
 * behind it, and at last characters that names mostly have in another reading than dictionaries put first.
 */
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

const respelled = (text: string): string =>
  words.reduce((all, [word, spelling]) => all.replaceAll(word, spelling), text)

const readAs = (text: string, shown: (syllable: string) => string): string =>
  Array.from(respelled(text.toLowerCase()), (character) =>
    read.test(character) ? shown(syllableOf(character)) : character,
  ).join('')

/** A text with each Chinese character as it is read in pinyin: `shenzhendashu` of 深圳大树. Of several readings the one of the word, or of names. */
export const pinyinOf = (text: string): string => readAs(text, (syllable) => syllable)

/** The same with the first letter of each: `szds`. */
export const initialsOf = (text: string): string => readAs(text, (syllable) => syllable.slice(0, 1))

/** What may be pinyin, in small letters; undefined where a text can't be. */
export function asPinyin(text: string): string | undefined {
  const small = text.toLowerCase()
  return /^[a-z\d]*[a-z][a-z\d]*$/.test(small) ? small : undefined
}

/** So many letters may be of a syllable's middle, which is not looked for: `an` would be in half of all names. */
const tooShort = 2

/** Whether a text has the wanted one in it, in small letters or capitals, or is read so in pinyin, in full or by its initials. */
export function isFoundBy(text: string, wanted: string): boolean {
  const part = wanted.trim().toLowerCase()
  if (text.toLowerCase().includes(part)) return true
  const pinyin = asPinyin(part)
  if (pinyin === undefined || !read.test(text)) return false
  return initialsOf(text).includes(pinyin) || (pinyin.length > tooShort && pinyinOf(text).includes(pinyin))
}
