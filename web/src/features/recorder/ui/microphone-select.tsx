import { useEffect, useState } from 'react';
import { t } from '#texts/common';
import { Select } from '../../../components/ui/select';
import {
  chooseMicrophone,
  chosenMicrophone,
  listMicrophones,
  type MicrophoneChoice,
} from '../engine/input/devices';

interface MicrophoneSelectProps {
  isHiddenWithOne?: boolean;
  onChoose?: (id: string) => void;
}

/** Which microphone to use, remembered on this device; follows what is plugged in and out. */
export function MicrophoneSelect({ isHiddenWithOne, onChoose }: MicrophoneSelectProps) {
  const [choices, setChoices] = useState<MicrophoneChoice[]>([]);
  const [chosen, setChosen] = useState(chosenMicrophone);

  useEffect(() => {
    let isGone = false;
    const look = () => {
      listMicrophones()
        .then((found) => !isGone && setChoices(found))
        .catch(() => undefined);
    };
    look();
    navigator.mediaDevices?.addEventListener?.('devicechange', look);
    return () => {
      isGone = true;
      navigator.mediaDevices?.removeEventListener?.('devicechange', look);
    };
  }, []);

  if (choices.length === 0 || (isHiddenWithOne && choices.length === 1)) return null;
  const value = choices.some(({ id }) => id === chosen) ? (chosen ?? '') : (choices[0]?.id ?? '');
  return (
    <Select
      label={t.recorder.micCheck.choose}
      options={choices.map(({ id, label }) => ({ value: id, label }))}
      value={value}
      onChange={({ target }) => {
        setChosen(target.value);
        chooseMicrophone(target.value);
        onChoose?.(target.value);
      }}
    />
  );
}
