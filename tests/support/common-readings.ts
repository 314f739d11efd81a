/** How common characters are read, written down by hand: of each syllable without its tone some that have no other reading in names. */
export const commonReadings: readonly (readonly [character: string, syllable: string])[] = `
an 安岸 ba 八巴 bai 白百 bang 帮 bao 宝包 bei 北贝 ben 本 bi 笔 bian 边变 biao 表标 bing 冰 bo 波博 bu 布步 cai 彩菜 can 餐 cang 仓 cao 草
cha 茶 chang 昌常 chao 潮超 chen 晨陈 cheng 成城 chi 池 chong 虫 chu 出 chuan 川船 chuang 窗 chun 春 ci 词 cong 聪 cui 翠 da 打 dan 丹
dang 党 dao 刀道 deng 灯 di 低 dian 店电 ding 丁 dong 东冬 dou 豆 duan 短 dui 对 duo 多 e 鹅 er 儿二 fa 法 fan 饭 fang 方房 fei 飞
feng 风丰 fu 福富 gan 感 gang 港 gao 高 ge 歌 gen 根 gong 公工 gou 狗 gu 古 gua 瓜 guan 关 guang 光广 gui 贵 guo 国果 hai 海 han 韩汉
hang 杭 hao 豪 he 河 hei 黑 hong 红 hou 后 hu 湖虎 hua 花 huai 怀 huan 欢 huang 黄皇 hui 汇 huo 火货 ji 机鸡 jia 佳 jian 剑 jiang 江
jiao 交 jie 街 jin 金 jing 京 jiu 九 ju 居 juan 捐 jun 军 kai 开 kang 康 kao 考 ke 客 kou 口 ku 库 kuai 快 kuan 宽 kuang 矿 lai 来
lan 蓝 lang 浪 lao 老 lei 雷 leng 冷 li 力 lian 莲 liang 凉 lin 林 ling 零 liu 刘 long 龙 lou 楼 lu 路 lv 旅 lun 轮 luo 罗 ma 马
mai 买卖 man 满 mao 猫 mei 美 men 门 meng 梦 mi 米 mian 面 miao 苗 min 民 ming 明 mo 墨 mu 木 nan 南男 nao 脑 nei 内 nian 年 niao 鸟
niu 牛 nong 农 nu 努 nv 女 nuan 暖 ou 欧 pai 排 pan 盘 pei 配 peng 朋 pi 皮 pian 片 piao 票 pin 品 ping 平 pu 普 qi 七旗 qian 千
qiang 墙 qiao 桥 qin 秦 qing 青 qiu 秋 qu 去 quan 全 qun 群 ran 然 re 热 ren 人 ri 日 rong 荣 rou 肉 ru 如 ruan 软 rui 瑞 san 三
sen 森 sha 沙 shan 山 shang 商 shao 烧 she 社 shen 深 sheng 生 shi 诗 shou 手 shu 树书 shuang 双 shui 水 shun 顺 si 四 song 松 su 苏
sun 孙 suo 所 tai 太 tan 谈 tang 糖 tao 桃 te 特 teng 腾 ti 题 tian 天 tie 铁 ting 听 tong 铜 tou 头 tu 土 tuan 团 tui 推 wa 瓦
wai 外 wan 万 wang 王旺网 wei 微 wen 文 wo 我 wu 五屋 xi 西 xia 夏 xian 仙 xiang 香 xiao 小 xie 鞋 xin 新 xing 星 xiong 熊 xiu 秀
xu 许 xuan 轩 xue 雪 ya 亚 yan 烟 yang 羊 yao 药 ye 夜 yi 一 yin 银 ying 英 yong 永 you 优 yu 鱼 yuan 元 yue 月 yun 云 za 杂
zai 在 zan 赞 zao 早 zhan 站 zhang 张 zhao 赵 zhe 这 zhen 圳 zheng 郑 zhi 纸 zhong 钟 zhou 州 zhu 主 zhuan 专 zhuang 装 zi 紫 zong 宗
zou 走 zu 足 zuo 左`
  .trim()
  .split(/\s+/)
  .reduce<[string, string][]>((pairs, word, at, words) => {
    if (at % 2 === 1) pairs.push(...Array.from(word, (character): [string, string] => [character, words[at - 1] ?? '']))
    return pairs
  }, [])

/** How common words are read in which a character has another reading than by itself, and such as only look like them; by hand. */
export const commonWords: readonly (readonly [word: string, syllables: string])[] = [
  ['重庆小面', 'chong qing xiao mian'],
  ['重启设备', 'chong qi she bei'],
  ['重型机械', 'zhong xing ji xie'],
  ['长沙臭豆腐', 'chang sha chou dou fu'],
  ['长春店', 'chang chun dian'],
  ['万里长城', 'wan li chang cheng'],
  ['店长推荐', 'dian zhang tui jian'],
  ['成长乐园', 'cheng zhang le yuan'],
  ['成都火锅', 'cheng du huo guo'],
  ['首都机场', 'shou du ji chang'],
  ['厦门港', 'xia men gang'],
  ['大厦', 'da sha'],
  ['银行', 'yin hang'],
  ['五金行', 'wu jin hang'],
  ['旅行箱', 'lv xing xiang'],
  ['行李', 'xing li'],
  ['音乐盒', 'yin yue he'],
  ['快乐', 'kuai le'],
  ['乐清', 'yue qing'],
  ['地板', 'di ban'],
  ['曾记', 'zeng ji'],
  ['西藏', 'xi zang'],
  ['收藏', 'shou cang'],
  ['空调', 'kong tiao'],
  ['调查', 'diao cha'],
  ['海参', 'hai shen'],
  ['参加', 'can jia'],
  ['便宜', 'pian yi'],
  ['方便', 'fang bian'],
  ['六安瓜片', 'lu an gua pian'],
  ['番禺', 'pan yu'],
  ['番茄', 'fan qie'],
  ['雪茄', 'xue jia'],
  ['薄荷', 'bo he'],
  ['薄片', 'bao pian'],
  ['咖喱', 'ga li'],
  ['咖啡', 'ka fei'],
  ['阿胶', 'e jiao'],
  ['弹力裤', 'tan li ku'],
  ['子弹', 'zi dan'],
  ['模具', 'mu ju'],
  ['模型', 'mo xing'],
]
