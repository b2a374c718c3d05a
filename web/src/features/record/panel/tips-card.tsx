import { Check } from 'lucide-react';
import { recordScreenTexts } from '#texts/record-screen';
import { Card, CardTitle } from '../../../components/ui/card';

const text = recordScreenTexts.tips;

/** What makes a recording that can be understood later. */
export function TipsCard() {
  return (
    <Card aria-labelledby="tips" className="flex flex-col gap-3">
      <CardTitle id="tips">{text.title}</CardTitle>
      <ul className="flex flex-col gap-1.5">
        {text.items.map((tip) => (
          <li key={tip} className="flex gap-2">
            <Check className="mt-1 size-4 shrink-0 text-accent" aria-hidden="true" />
            {tip}
          </li>
        ))}
      </ul>
    </Card>
  );
}
