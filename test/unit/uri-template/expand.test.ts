/** URI templates: the examples of RFC 6570 by section, those of its test suite, and what is refused. */
import { describe, expect, test } from 'vitest'
import { expandUriTemplate, type UriTemplateValues, uriTemplateVariables } from '../../../src/uri-template/index.ts'

/** The variables of RFC 6570, section 3.2. */
const rfc: UriTemplateValues = {
  count: ['one', 'two', 'three'],
  dom: ['example', 'com'],
  dub: 'me/too',
  hello: 'Hello World!',
  half: '50%',
  var: 'value',
  who: 'fred',
  base: 'http://example.com/home/',
  path: '/foo/bar',
  list: ['red', 'green', 'blue'],
  keys: { semi: ';', dot: '.', comma: ',' },
  v: '6',
  x: '1024',
  y: '768',
  empty: '',
  empty_keys: {},
  undef: null,
  bar: undefined,
}

/** Template and expansion, separated by a blank; an expansion may be empty. */
const sections: Record<string, string[]> = {
  '3.2.1 variables': [
    '{count} one,two,three',
    '{count*} one,two,three',
    '{/count} /one,two,three',
    '{/count*} /one/two/three',
    '{;count} ;count=one,two,three',
    '{;count*} ;count=one;count=two;count=three',
    '{?count} ?count=one,two,three',
    '{?count*} ?count=one&count=two&count=three',
    '{&count*} &count=one&count=two&count=three',
  ],
  '3.2.2 simple strings': [
    '{var} value',
    '{hello} Hello%20World%21',
    '{half} 50%25',
    'O{empty}X OX',
    'O{undef}X OX',
    '{x,y} 1024,768',
    '{x,hello,y} 1024,Hello%20World%21,768',
    '?{x,empty} ?1024,',
    '?{x,undef} ?1024',
    '?{undef,y} ?768',
    '{var:3} val',
    '{var:30} value',
    '{list} red,green,blue',
    '{list*} red,green,blue',
    '{keys} semi,%3B,dot,.,comma,%2C',
    '{keys*} semi=%3B,dot=.,comma=%2C',
  ],
  '3.2.3 reserved': [
    '{+var} value',
    '{+hello} Hello%20World!',
    '{+half} 50%25',
    '{base}index http%3A%2F%2Fexample.com%2Fhome%2Findex',
    '{+base}index http://example.com/home/index',
    'O{+empty}X OX',
    'O{+undef}X OX',
    '{+path}/here /foo/bar/here',
    '{+path:6}/here /foo/b/here',
    'here?ref={+path} here?ref=/foo/bar',
    'up{+path}{var}/here up/foo/barvalue/here',
    '{+x,hello,y} 1024,Hello%20World!,768',
    '{+path,x}/here /foo/bar,1024/here',
    '{+list} red,green,blue',
    '{+list*} red,green,blue',
    '{+keys} semi,;,dot,.,comma,,',
    '{+keys*} semi=;,dot=.,comma=,',
  ],
  '3.2.4 fragments': [
    '{#var} #value',
    '{#hello} #Hello%20World!',
    '{#half} #50%25',
    'foo{#empty} foo#',
    'foo{#undef} foo',
    '{#x,hello,y} #1024,Hello%20World!,768',
    '{#path,x}/here #/foo/bar,1024/here',
    '{#path:6}/here #/foo/b/here',
    '{#list} #red,green,blue',
    '{#list*} #red,green,blue',
    '{#keys} #semi,;,dot,.,comma,,',
    '{#keys*} #semi=;,dot=.,comma=,',
  ],
  '3.2.5 labels': [
    '{.who} .fred',
    '{.who,who} .fred.fred',
    '{.half,who} .50%25.fred',
    'www{.dom*} www.example.com',
    'X{.var} X.value',
    'X{.var:3} X.val',
    'X{.empty} X.',
    'X{.undef} X',
    'X{.list} X.red,green,blue',
    'X{.list*} X.red.green.blue',
    'X{.keys} X.semi,%3B,dot,.,comma,%2C',
    'X{.keys*} X.semi=%3B.dot=..comma=%2C',
    'X{.empty_keys} X',
    'X{.empty_keys*} X',
  ],
  '3.2.6 path segments': [
    '{/who} /fred',
    '{/who,who} /fred/fred',
    '{/half,who} /50%25/fred',
    '{/who,dub} /fred/me%2Ftoo',
    '{/var} /value',
    '{/var,empty} /value/',
    '{/var,undef} /value',
    '{/var,x}/here /value/1024/here',
    '{/var:1,var} /v/value',
    '{/list} /red,green,blue',
    '{/list*} /red/green/blue',
    '{/list*,path:4} /red/green/blue/%2Ffoo',
    '{/keys} /semi,%3B,dot,.,comma,%2C',
    '{/keys*} /semi=%3B/dot=./comma=%2C',
  ],
  '3.2.7 path parameters': [
    '{;who} ;who=fred',
    '{;half} ;half=50%25',
    '{;empty} ;empty',
    '{;hello:5} ;hello=Hello',
    '{;v,empty,who} ;v=6;empty;who=fred',
    '{;v,bar,who} ;v=6;who=fred',
    '{;x,y} ;x=1024;y=768',
    '{;x,y,empty} ;x=1024;y=768;empty',
    '{;x,y,undef} ;x=1024;y=768',
    '{;list} ;list=red,green,blue',
    '{;list*} ;list=red;list=green;list=blue',
    '{;keys} ;keys=semi,%3B,dot,.,comma,%2C',
    '{;keys*} ;semi=%3B;dot=.;comma=%2C',
  ],
  '3.2.8 queries': [
    '{?who} ?who=fred',
    '{?half} ?half=50%25',
    '{?x,y} ?x=1024&y=768',
    '{?x,y,empty} ?x=1024&y=768&empty=',
    '{?x,y,undef} ?x=1024&y=768',
    '{?var:3} ?var=val',
    '{?list} ?list=red,green,blue',
    '{?list*} ?list=red&list=green&list=blue',
    '{?keys} ?keys=semi,%3B,dot,.,comma,%2C',
    '{?keys*} ?semi=%3B&dot=.&comma=%2C',
  ],
  '3.2.9 continued queries': [
    '{&who} &who=fred',
    '{&half} &half=50%25',
    '?fixed=yes{&x} ?fixed=yes&x=1024',
    '{&var:3} &var=val',
    '{&x,y,empty} &x=1024&y=768&empty=',
    '{&x,y,undef} &x=1024&y=768',
    '{&list} &list=red,green,blue',
    '{&list*} &list=red&list=green&list=blue',
    '{&keys} &keys=semi,%3B,dot,.,comma,%2C',
    '{&keys*} &semi=%3B&dot=.&comma=%2C',
  ],
}

describe.each(Object.entries(sections))('RFC 6570, section %s', (_, rows) => {
  test.each(rows.map((row) => row.split(' ') as [string, string]))('%s gives %s', (template, expected) => {
    expect(expandUriTemplate(template, rfc)).toBe(expected)
  })
})

const more: [template: string, values: UriTemplateValues, expected: string][] = [
  [
    '{/id*}{?fields,token}',
    { id: ['person', 'albums'], fields: ['id', 'name'], token: '1' },
    '/person/albums?fields=id,name&token=1',
  ],
  ['{?first_name,last.name}', { first_name: 'John', 'last.name': 'Doe' }, '?first_name=John&last.name=Doe'],
  ['/test{/Some%20Thing}', { 'Some%20Thing': 'foo' }, '/test/foo'],
  ['/lookup{?Stra%C3%9Fe}', { 'Stra%C3%9Fe': 'Grüner Weg' }, '/lookup?Stra%C3%9Fe=Gr%C3%BCner%20Weg'],
  ['/loc{?long,lat}', { long: 37.76, lat: -122.427 }, '/loc?long=37.76&lat=-122.427'],
  [
    '/go{?uri}',
    { uri: 'http://example.org/?uri=http%3A%2F%2F' },
    '/go?uri=http%3A%2F%2Fexample.org%2F%3Furi%3Dhttp%253A%252F%252F',
  ],
  ['{random}', { random: 'šŸ€×' }, '%C5%A1%C5%B8%E2%82%AC%C3%97'],
  ['{?special*}', { special: { šö: 'Ö' } }, '?%C5%A1%C3%B6=%C3%96'],
  ['{?42,1337*}', { 42: 'a b', 1337: ['leet', 'as'] }, '?42=a%20b&1337=leet&1337=as'],
  ['{/none}{/none*}{?none}{?none*}{?nobody}{?nobody*}', { none: [], nobody: {} }, ''],
  [
    '/user{/id}{?token,tab}{&keys*}',
    { id: 'admin', token: '1', tab: 'x', keys: { a: 'b' } },
    '/user/admin?token=1&tab=x&a=b',
  ],
  ['{+id}{#id}{id}', { id: 'admin%2F' }, 'admin%2F#admin%2Fadmin%252F'],
  ['{+rest}{rest}', { rest: '%foo' }, '%25foo%25foo'],
  ['{+list}{list}', { list: ['red%25', 'blue '] }, 'red%25,blue%20red%2525,blue%20'],
  ['{+brackets}{brackets}', { brackets: '[%5B]' }, '[%5B]%5B%255B%5D'],
  ['{word:2}', { word: '😀é!' }, '%F0%9F%98%80%C3%A9'],
  ['{half}', { half: '\ud800' }, '%EF%BF%BD'],
  ['é {x}', { x: true }, '%C3%A9%20true'],
  ['{?list*,keys*}', { list: ['a', null, undefined, ''], keys: { b: undefined, c: 0 } }, '?list=a&list=&c=0'],
  ['plain', {}, 'plain'],
  ['', {}, ''],
]

test.each(more)('%s with %j', (template, values, expected) => {
  expect(expandUriTemplate(template, values)).toBe(expected)
})

/** Those of the test suite of RFC 6570; `/vars/:var`, which is also among them, is a literal by the grammar. */
const invalid = [
  '{/id*',
  '/id*}',
  '{/?id}',
  '{var:prefix}',
  '{hello:2*}',
  '{??hello}',
  '{!hello}',
  '{=path}',
  '{$var}',
  '{|var*}',
  '{*keys?}',
  '{?empty=default,var}',
  '{var}{-prefix|/-/|var}',
  '?q={searchTerms}&amp;c={example:color?}',
  'x{?empty|foo=none}',
  '/h{#hello+}',
  '/h#{hello+}',
  '?{-join|&|var,list}',
  '/people/{~thing}',
  '/sparql{?query){&default-graph-uri*}',
  '/resolution{?x, y}',
  '{}',
  '{var:0}',
  '{var:10000}',
  '{a..b}',
]

test.each(invalid)('%s is not valid', (template) => {
  const error = {
    code: 'invalid-argument',
    delivery: 'not-executed',
    message: expect.stringMatching(/^URI template: expected /),
  }
  expect(() => expandUriTemplate(template, rfc)).toThrow(expect.objectContaining(error))
  expect(() => uriTemplateVariables(template)).toThrow(expect.objectContaining(error))
})

test.each(['{keys:1}', '{+keys:1}', '{list:1}'])('a length is for text: %s', (template) => {
  const message = expect.stringContaining('got several values')
  expect(() => expandUriTemplate(template, rfc)).toThrow(expect.objectContaining({ code: 'invalid-argument', message }))
})

test('a value that is missing is named, also one that every object inherits', () => {
  const message = 'expandUriTemplate: expected values for name, toString'
  const expand = () => expandUriTemplate('file:///{folder}/{name}{?toString,name}', { folder: 'a' })
  expect(expand).toThrow(expect.objectContaining({ code: 'invalid-argument', message }))
})

test('the variables of a template, each once', () => {
  expect(uriTemplateVariables('file:///{folder}/{name}{?version,name:3}{&list*}')).toEqual([
    'folder',
    'name',
    'version',
    'list',
  ])
  expect(uriTemplateVariables('file:///plain')).toEqual([])
})
