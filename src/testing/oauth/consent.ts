/** The page on which the user allows or denies access. */
import { textResponse } from '../http/responses.ts'

export function consentPage({ allow, deny, coop }: { allow: string; deny: string; coop?: string }): Response {
  const html = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Allow access?</title>
<p>An application asks for access to this server.</p>
<p><a id="allow" href="${escapeHtml(allow)}">Allow</a> <a id="deny" href="${escapeHtml(deny)}">Deny</a></p>
`
  return textResponse(200, html, {
    'content-type': 'text/html; charset=utf-8',
    ...(coop !== undefined && { 'cross-origin-opener-policy': coop }),
  })
}

function escapeHtml(text: string): string {
  return text.replace(/[&"'<>]/g, (letter) => `&#${letter.charCodeAt(0)};`)
}
