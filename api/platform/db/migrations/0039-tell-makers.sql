-- Of which requests for garments made to measure the operators who make them have been told
-- Works with earlier code

alter table made_to_measure_request
  add column told_to_answer_at timestamptz,
  add column told_to_make_at timestamptz;
comment on column made_to_measure_request.told_to_answer_at is 'When the operators who make garments were mailed that it waits for price and date; null before.';
comment on column made_to_measure_request.told_to_make_at is 'When they were mailed that it is ordered and to be made; null before, and when it is ordered anew.';
