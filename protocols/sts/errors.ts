/** What an error answer of STS says. Source: STS API Reference, Common Errors. */
export type StsError = { readonly code: string; readonly status: number; readonly message: string }

/** An error of the sender, unless the status says otherwise. */
export function stsError(code: string, message: string, status = 400): StsError {
  return { code, status, message }
}

/** A parameter that does not keep to its form. Source: STS API Reference, Common Errors, ValidationError. */
export function validationError(parameter: string, value: string | undefined, constraint: string): StsError {
  const shown = value === undefined ? 'null' : `'${value}'`
  const detail = `Value ${shown} at '${parameter}' failed to satisfy constraint: Member must ${constraint}`
  return stsError('ValidationError', `1 validation error detected: ${detail}`)
}

/** Tells an error from the result of an action. */
export function isStsError(made: object): made is StsError {
  return 'code' in made && 'status' in made
}
