import type { Issue } from '@varve/core'
import type { OperationResult } from './operation.ts'

/** How each form of a result is made. */
export interface ResultForms {
  json(): object
  human(): string
  records(): string
  readonly issues: readonly Issue[]
}

/** A result each form of which is made when it is asked for. */
export function madeWhenAsked(forms: ResultForms): OperationResult {
  return new ResultWhenAsked(forms)
}

// A class, for its getters are of all results. Those of an object literal are its own: V8 makes a shape of them
// for each result and keeps it, and with it all that the result was made from, until it clears the whole heap.
class ResultWhenAsked implements OperationResult {
  readonly #forms: ResultForms
  readonly issues: readonly Issue[]

  constructor(forms: ResultForms) {
    this.#forms = forms
    this.issues = forms.issues
  }

  get json(): object {
    return this.#forms.json()
  }

  get human(): string {
    return this.#forms.human()
  }

  get records(): string {
    return this.#forms.records()
  }
}
