/** What is used of a parser that comes without types. */
declare module 'saxen' {
  type Decode = (text: string) => string

  export class Parser {
    on(event: 'openTag', hear: (name: string, attributes: () => Record<string, string>, decode: Decode) => void): this
    on(event: 'closeTag', hear: (name: string) => void): this
    on(event: 'text', hear: (text: string, decode: Decode) => void): this
    on(event: 'cdata', hear: (text: string) => void): this
    on(event: 'error', hear: (error: Error) => void): this
    parse(xml: string): this
    stop(): void
  }
}
