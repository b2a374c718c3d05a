import { canonicalForm, parseForm } from './form-body.js';

describe('parseForm', () => {
  it('nests hashes and arrays as the SDK writes them', () => {
    expect(
      JSON.parse(
        JSON.stringify(parseForm('amount=500&metadata[agreementId]=12&expand[0]=a&expand[1]=b&types[]=x')),
      ),
    ).toEqual({ amount: '500', metadata: { agreementId: '12' }, expand: ['a', 'b'], types: ['x'] });
  });

  it('decodes escaped names, plus signs and unicode', () => {
    expect(parseForm('metadata%5Ba+b%5D=J%C3%BCrgen+%26+Co').metadata).toEqual(
      Object.assign(Object.create(null), { 'a b': 'Jürgen & Co' }),
    );
  });

  it.each(['a=1&a[b]=2', 'a[b]=2&a=1', 'a[b=1', '[a]=1', 'a]b=1', `a${'[b]'.repeat(9)}=1`])(
    'refuses %s',
    (text) => {
      expect(() => parseForm(text)).toThrow(/Invalid/);
    },
  );

  it('takes __proto__ as a name like any other', () => {
    const parsed = parseForm('__proto__[polluted]=yes&constructor[prototype][polluted]=yes');
    expect(Object.keys(parsed)).toEqual(['__proto__', 'constructor']);
    expect(Reflect.get({}, 'polluted')).toBeUndefined();
  });
});

describe('canonicalForm', () => {
  it('does not depend on the order of names', () => {
    expect(canonicalForm(parseForm('a=1&m[x]=2&m[y]=3'))).toBe(canonicalForm(parseForm('m[y]=3&m[x]=2&a=1')));
  });

  it('differs when a value or its nesting differs', () => {
    const forms = ['a=1', 'a=2', 'a[]=1', 'a[b]=1', 'b=1'].map((text) => canonicalForm(parseForm(text)));
    expect(new Set(forms).size).toBe(forms.length);
  });
});
