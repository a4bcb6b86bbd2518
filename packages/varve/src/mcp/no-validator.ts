import type { jsonSchemaValidator } from '@modelcontextprotocol/server'

/**
 * Stands in the bundle where the protocol's package would load a validator of JSON Schema: arguments are
 * checked by the fields of the operation, and nothing else of ours is described by one.
 */
export class DefaultJsonSchemaValidator implements jsonSchemaValidator {
  getValidator: jsonSchemaValidator['getValidator'] = () => () => ({
    valid: false,
    data: undefined,
    errorMessage: 'nothing is validated by JSON Schema here',
  })
}

const { process } = globalThis

export { process }
