import { connect, createServer, type Socket } from 'node:net'

/** A link between a client and a server, with what may go wrong on one. */
export interface FaultyLink {
  readonly port: number
  /** How many packets came from the client. */
  packets: number
  /** Told of each packet, whichever way it goes, with how many there were. */
  onPacket: ((count: number) => void) | undefined
  /** How long a packet takes each way. */
  delayMs: number
  /** After so many bytes from the client every connection is cut; the count goes on over all of them. */
  cutAfter: number | undefined
  /** After so many bytes from the server. */
  cutAnswersAfter: number | undefined
  /** Sends the packet from the client that reaches this many bytes twice. */
  repeatAt: number | undefined
  /** Counts from here on anew, with these faults alone. */
  begin(faults: Partial<Pick<FaultyLink, 'cutAfter' | 'cutAnswersAfter' | 'repeatAt'>>): void
  /** Cuts what is under way, and lets nobody in any more. */
  close(): void
}

export async function openLink(target: {
  readonly host: string
  readonly port: number
}): Promise<FaultyLink> {
  let sent = 0
  let answered = 0
  const link = {
    port: 0,
    packets: 0,
    delayMs: 0,
    onPacket: undefined,
    close() {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
    cutAfter: undefined,
    cutAnswersAfter: undefined,
    repeatAt: undefined,
    begin(faults) {
      ;[sent, answered] = [0, 0]
      Object.assign(link, { cutAfter: undefined, cutAnswersAfter: undefined, repeatAt: undefined }, faults)
    },
  } as {
    -readonly [K in keyof FaultyLink]: FaultyLink[K]
  }
  const sockets = new Set<Socket>()
  let both = 0
  const count = () => {
    both += 1
    link.onPacket?.(both)
  }
  const server = createServer((client) => {
    const upstream = connect(target.port, target.host)
    const end = () => {
      client.destroy()
      upstream.destroy()
    }
    for (const socket of [client, upstream]) {
      sockets.add(socket.setNoDelay(true))
      socket.on('error', end).on('close', end)
    }
    const later = (work: () => void) => (link.delayMs === 0 ? work() : setTimeout(work, link.delayMs))
    client.on('data', (chunk) => {
      sent += chunk.length
      link.packets += 1
      count()
      if (link.cutAfter !== undefined && sent > link.cutAfter) return end()
      const isRepeated = link.repeatAt !== undefined && sent > link.repeatAt
      if (isRepeated) link.repeatAt = undefined
      later(() => {
        upstream.write(chunk)
        if (isRepeated) upstream.write(chunk)
      })
    })
    upstream.on('data', (chunk) => {
      count()
      answered += chunk.length
      if (link.cutAnswersAfter !== undefined && answered > link.cutAnswersAfter) return end()
      later(() => client.write(chunk))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  link.port = typeof address === 'object' && address !== null ? address.port : 0
  return link
}
