import type { DangerRules } from './danger-rules.js';

/** Whoever may take their own life, or hurt themselves on purpose; not who was hurt, nor what dies. */
export const selfHarm: DangerRules = {
  signs: [
    [/\bsuicid(e|es|al)\b/],
    [/\b(kill|killing|hang|hanging|shoot|shooting) myself\b/],
    [
      /\b(want|wanna|going|gonna|like|about|urge|plan|planning|need)( to)? (hurt|hurting|harm|harming|cut|cutting) myself\b/,
    ],
    [/\b(end|ending|take|taking) my (own )?life\b|\bend(ing)? it all\b|\bbetter off dead\b/],
    [
      /\b(i|id) (\w+ ){0,2}(want|wanna|like|ready|rather|wish|prefer|going)( to)? (die|be dead)\b|\bwish (i was|i were|to be|id be) dead\b|\bfeel like dying\b/,
    ],
    [
      /\b(dont|do not|no longer|not|never) (want|wanna|wish)( to)? (live|be alive|exist|wake up)\b(?! (with|in|at|there|here|near|under|by|on|together)\b)/,
    ],
    [/\b(no reason|nothing left|nothing) to live( for)?\b|\b(not|isnt) worth living\b/],
    [/\b(cant|cannot|can not) go on\b/, /\b(living|life|like this|any ?more|owe|debts?|hopeless|alone)\b/],
    [/\bsuicid(ar|o|io|a|arme|arse|andome)\b/],
    [
      /\b(quiero|quisiera|voy a|pienso( en)?|pensando en|ganas de|deseo|prefiero|preferiria|planeo) (matarme|morir|morirme|desaparecer|hacerme dano|lastimarme|cortarme)\b|\bme (quiero|quisiera|voy a) (matar|morir|hacer dano)\b/,
    ],
    [/\b(quitarme|quitar mi|acabar con mi|terminar con mi|poner fin a mi) (la )?(propia )?vida\b/],
    [
      /\bno (quiero|quisiera|deseo|tengo ganas de) (seguir )?(vivir|viviendo|existir|existiendo|despertar)\b(?! (con|en|ahi|aqui|alli|alla|cerca|junt[oa]s?|bajo)\b)/,
    ],
    [
      /\b(sin|no tengo|perdi las) ganas de vivir\b|\bno vale la pena (seguir )?(vivir|viviendo)\b|\bmejor (estar(ia)? )?muert[oa]\b|\bno puedo (mas|seguir) con (mi|la|esta) vida\b/,
    ],
  ],
};
