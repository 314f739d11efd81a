import { CommandError, type Command } from '../command.ts'

const PREFIX_LENGTH = 16

/** `ip addr|route|link`: the phone's own address. Nothing of the host's network is shown or reached. */
export const ip: Command = async ({ args, phone: { network }, stdout }) => {
  const { address, prefix } = network
  const gateway = `${prefix}.0.1`
  const [object = '', ...rest] = args.filter((argument) => !/^-[46o]*$/.test(argument))
  const onlyWifi = rest.includes('wlan0')
  if (/^(a|addr|address)$/.test(object) || /^(l|link)$/.test(object)) {
    const addresses = !object.startsWith('l')
    if (!onlyWifi) {
      await stdout.line('1: lo: <LOOPBACK,UP,LOWER_UP> mtu 65536 qdisc noqueue state UNKNOWN group default qlen 1000')
      await stdout.line('    link/loopback 00:00:00:00:00:00 brd 00:00:00:00:00:00')
      if (addresses)
        await stdout.line('    inet 127.0.0.1/8 scope host lo\n       valid_lft forever preferred_lft forever')
    }
    const state = address === undefined ? ['BROADCAST,MULTICAST', 'DOWN'] : ['BROADCAST,MULTICAST,UP,LOWER_UP', 'UP']
    await stdout.line(`2: wlan0: <${state[0]}> mtu 1500 qdisc mq state ${state[1]} group default qlen 3000`)
    await stdout.line(`    link/ether ${network.mac} brd ff:ff:ff:ff:ff:ff`)
    if (addresses && address !== undefined) {
      await stdout.line(
        `    inet ${address}/${PREFIX_LENGTH} brd ${prefix}.255.255 scope global wlan0\n       valid_lft forever preferred_lft forever`,
      )
    }
    return 0
  }
  if (/^(r|ro|route)$/.test(object)) {
    if (address === undefined) {
      if (rest[0] === 'get') throw new CommandError('RTNETLINK answers: Network is unreachable', 2)
      return 0
    }
    if (rest[0] === 'get') {
      await stdout.line(`${rest[1] ?? gateway} via ${gateway} dev wlan0 table 1021 src ${address} uid 2000\n    cache`)
      return 0
    }
    await stdout.line(`${prefix}.0.0/${PREFIX_LENGTH} dev wlan0 proto kernel scope link src ${address}`)
    return 0
  }
  throw new CommandError(`Object "${object}" is unknown, try "ip help".`)
}

export const ifconfig: Command = async ({ args: [device], phone: { network }, stdout }) => {
  if (device !== undefined && device !== 'wlan0' && device !== 'lo') throw new CommandError(`${device}: No such device`)
  const { address, prefix } = network
  if (device !== 'lo' && address !== undefined) {
    await stdout.line(
      `wlan0     Link encap:UNSPEC    Driver cnss_pci\n          inet addr:${address}  Bcast:${prefix}.255.255  Mask:255.255.0.0\n` +
        '          UP BROADCAST RUNNING MULTICAST  MTU:1500  Metric:1\n',
    )
  }
  if (device !== 'wlan0') {
    await stdout.line(
      'lo        Link encap:UNSPEC\n          inet addr:127.0.0.1  Mask:255.0.0.0\n          UP LOOPBACK RUNNING  MTU:65536  Metric:1\n',
    )
  }
  return 0
}

/** A virtual phone has no way out: everything on the network is unreachable. */
export const unreachable: Command = async ({ name, stderr }) => {
  await stderr.line(name === 'ping' ? 'connect: Network is unreachable' : `${name}: Network is unreachable`)
  return 2
}

export const netstat: Command = async ({ stdout }) => {
  await stdout.line(
    'Active Internet connections (w/o servers)\nProto Recv-Q Send-Q Local Address           Foreign Address         State',
  )
  return 0
}
