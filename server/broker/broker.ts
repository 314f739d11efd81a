/** An agent's connection to this server. A box's are numbered, so that the newest is known. */
export interface BoxConnection {
  boxId: number
  number: number
}

/** The message bus: what the server needs of a broker, whichever it is. */
export interface Broker {
  /** Sends a message to whoever may hear it. Nothing is retained. */
  publish(topic: string, payload: string, qos: 0 | 1): void
  /** Hears the messages of a topic; `+` and `#` as in MQTT. */
  subscribe(filter: string, listener: (topic: string, payload: string) => void): Promise<void>
  /**
   * Hears what agents say that are connected to this very server, in the order in which each says it. An agent is told that what it
   * said has arrived when the listener is done, which must not fail, or after a while.
   */
  hearBoxes(listener: (from: BoxConnection, payload: string) => Promise<void>): void
  /** Has every server hear on the box's topic what an agent of this one said there; settles when the bus has it. */
  passOn(boxId: number, payload: string): Promise<void>
  /** Why messages don't get through, in words; undefined where they do. */
  problem(): Promise<string | undefined>
  /** Consoles and agents that are connected to this server. */
  connections(): number
  /** The sessions that are connected to this server. */
  sessionIds(): string[]
  /** Closes the connections of a session that has ended. */
  dropSession(sessionId: string): void
  /** Closes the connections of a box whose credentials have ended. */
  dropBox(boxId: number): void
  close(): Promise<void>
}

/** Servers tell each other here which sessions have ended; no client may read or write it. */
export const sessionEndsTopic = 'servers/session-ends'

/** Here, which boxes' credentials have ended. */
export const boxEndsTopic = 'servers/box-ends'

/** Here, which phones are lost or ready again; `PhoneAnnouncement`s as JSON. */
export const phoneAnnouncementsTopic = 'servers/phone-news'

/** Here, what signed-in users are told; an announcement of `UserAnnouncer` as JSON. */
export const userAnnouncementsTopic = 'servers/user-news'

/** Here, the ids of jobs that are to end before their time. */
export const jobCancelsTopic = 'servers/job-cancels'
