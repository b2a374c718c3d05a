import { homeTexts as spanishHomeTexts } from '../es/home';
import { homeFactsTexts as spanish } from '../es/home-facts';
import { homeTexts } from './home';
import { homeFactsTexts as english } from './home-facts';

const answerTo = (texts: typeof english, question: RegExp) =>
  texts.questions.items.find((item) => question.test(item.question))?.answer;

describe('what the home page once told otherwise than the product does', () => {
  it('names everybody who can hear a recording', () => {
    const said = answerTo(english, /^Who can listen/);
    expect(said).toMatch(/anyone to whom one of you passes on the link/);
    expect(said).toMatch(/speech engine.*another company.*privacy page/);
    const dicho = answerTo(spanish, /^¿Quién puede escuchar/);
    expect(dicho).toMatch(/quien reciba de uno de ustedes el enlace/);
    expect(dicho).toMatch(/motor de voz.*otra empresa.*página de privacidad/);
  });

  it('says when party B needs an account', () => {
    expect(answerTo(english, /need an account or have to pay/)).toMatch(
      /Only to pay the other side with payment protection does party B need an account/,
    );
    expect(answerTo(spanish, /necesita una cuenta o tiene que pagar/)).toMatch(
      /Solo para pagarle a la otra con la protección del pago la parte B necesita una cuenta/,
    );
  });

  it('promises nowhere that party B never pays', () => {
    const all = JSON.stringify([homeTexts, english, spanishHomeTexts, spanish]);
    expect(all.match(/[^"]*(never pays|nunca paga)[^"]*/g)).toBeNull();
  });
});
