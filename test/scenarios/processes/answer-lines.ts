// A process that answers the command lines of its input, a JSON array of words each, in its own time zone and
// language: for what only a start can set.
import { text } from 'node:stream/consumers'
import { answerLine } from './answer-line.ts'

const lines: readonly (readonly string[])[] = JSON.parse(await text(process.stdin))
const answers = []
for (const args of lines) {
  answers.push(await answerLine({ args, cwd: process.cwd(), input: '', env: process.env }))
}
process.stdout.write(JSON.stringify(answers))
