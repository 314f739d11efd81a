import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { asWritten, programOf } from './deployed.ts'
import { Engine } from './engine.ts'

/**
 * Runs nginx with the site of deploy/ for `localhost`, on two ports of this machine and with the certificate in `folder`. `servers` is
 * what stands there in `nginx-servers.conf`, which is written beside it.
 */
export function startNginx(
  folder: string,
  { ports: [plain, secure], servers }: { ports: readonly [number, number]; servers: string },
): Promise<Engine> {
  const site = asWritten('nginx.conf', [
    ['listen 80;', `listen 127.0.0.1:${plain};`],
    ['listen 443 ssl http2;', `listen 127.0.0.1:${secure} ssl http2;`],
    ['listen [::]:80;', ''],
    ['listen [::]:443 ssl http2;', ''],
    ['/etc/letsencrypt/live/deck.example.com', folder],
    ['deck.example.com', 'localhost'],
  ])
  writeFileSync(join(folder, 'site.conf'), site)
  writeFileSync(join(folder, 'nginx-servers.conf'), servers)
  const whole = join(folder, 'nginx.conf')
  writeFileSync(
    whole,
    `user root; daemon off; pid ${folder}/nginx.pid; error_log stderr; events {}
     http { access_log off; include nginx-servers.conf; include site.conf; }`,
  )
  return Engine.start([programOf('nginx'), '-p', folder, '-e', 'stderr', '-c', whole], secure)
}
