/** The text of the error that breaks a response off on purpose, by which hosts keep it out of their error output. */

export const SCRIPTED_FAULT = 'a fault as scripted'
