/** The content of tool results. */

/** The content of a result that is one text. */
export const textContent = (value: string) => [{ type: 'text', text: value }]
