interface SwitchProps<T extends string> {
  readonly label: string
  readonly value: T
  readonly choices: readonly (readonly [value: T, name: string])[]
  readonly onChoose: (value: T) => void
}

/** One of a few ways to look at the same. */
export function Switch<T extends string>({ label, value, choices, onChoose }: SwitchProps<T>) {
  return (
    <fieldset class="switch">
      <legend class="visually-hidden">{label}</legend>
      {choices.map(([each, name]) => (
        <button key={each} type="button" aria-pressed={each === value} onClick={() => onChoose(each)}>
          {name}
        </button>
      ))}
    </fieldset>
  )
}
