// A thread that answers command lines as the command would, one after the other.
import { workerData } from 'node:worker_threads'
import { answerLine } from './answer-line.ts'
import type { Question, ThreadLink } from './ask-thread.ts'

// What the thread was started with.
const { answered, port } = workerData as ThreadLink

port.on('message', async (question: Question) => {
  port.postMessage(await answerLine(question))
  Atomics.store(answered, 0, 1)
  Atomics.notify(answered, 0)
})
