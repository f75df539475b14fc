/** The proxy page: it shows the view in a frame of its own and passes messages on, and says nothing itself. */

/** Runs in the proxy page, so it uses nothing of this module. */
const SCRIPT = `{
const host=HOSTS.find(h=>document.referrer.startsWith(h+"/"))
const head=HEAD
let view,origin
const own=d=>/^ui\\/notifications\\/sandbox-/.test(d&&d.method)
const names={camera:"camera",microphone:"microphone",geolocation:"geolocation",clipboardWrite:"clipboard-write"}
const show=({html,sandbox="",permissions={}})=>{
const flags=["allow-scripts","allow-forms","allow-same-origin"].filter(f=>sandbox.split(" ").includes(f))
const same=flags.includes("allow-same-origin")
origin=same?location.origin:"null"
view=document.createElement("iframe")
view.setAttribute("sandbox",flags.join(" "))
view.allow=Object.keys(permissions).map(n=>names[n]).filter(Boolean).join("; ")
html=head+html
if(!same)view.srcdoc=html
document.body.append(view)
if(same){const d=view.contentDocument
d.open()
d.write(html)
d.close()}
}
if(host&&parent!==self){
addEventListener("message",({source,origin:from,data})=>{
if(source===parent&&from===host){
if(!own(data))view&&view.contentWindow.postMessage(data,origin==="null"?"*":origin)
else if(data.method.endsWith("resource-ready")&&!view)show(data.params)
}else if(view&&source===view.contentWindow&&from===origin&&!own(data))parent.postMessage(data,host)
})
parent.postMessage({jsonrpc:"2.0",method:"ui/notifications/sandbox-proxy-ready",params:{}},host)
}}`

const STYLE = 'html,body,iframe{display:block;margin:0;border:0;width:100%;height:100%;overflow:hidden}'

/**
 * `policy` is that of the view. It is also put before the view's first byte: after its first script it would be too
 * late. `isStatic`: the page is served without headers, so it has the policy as well. `hosts` are origins.
 */
export function proxyPage(hosts: readonly string[], policy: string, isStatic = false): string {
  const meta = `<meta http-equiv="Content-Security-Policy" content="${policy}">`
  const head = '<!doctype html><meta charset="utf-8">'
  // Functions, since texts of replacements have placeholders.
  const script = SCRIPT.replace('HOSTS', () => JSON.stringify(hosts)).replace('HEAD', () => JSON.stringify(head + meta))
  return `${head}${isStatic ? meta : ''}<title>MCP App</title><style>${STYLE}</style><body><script>${script}</script>`
}
