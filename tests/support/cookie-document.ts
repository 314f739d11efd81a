/** A page's document, as far as its cookies go: a line that is set adds one, or takes one away whose time is over. */
export const cookieDocument = (cookies: Map<string, string>) => ({
  get cookie() {
    return [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  },
  set cookie(line: string) {
    const [pair = '', ...attributes] = line.split(/; */)
    const [name = '', value = ''] = pair.split('=')
    const expires = attributes.find((attribute) => attribute.startsWith('expires='))?.slice('expires='.length)
    if (expires !== undefined && Date.parse(expires) <= Date.now()) cookies.delete(name)
    else cookies.set(name, value)
  },
})
