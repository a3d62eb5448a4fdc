package demo

import (
	"context"
	"math/rand/v2"

	"github.com/google/uuid"

	"github.com/nast-tour/nast/api"
	"github.com/nast-tour/nast/client"
)

// Of the first tour's 52 qualifiers 21 took their seats (R1.1); most of the others said no, some
// nothing at all.
const (
	qualified = 52
	accepted  = 21
	declined  = 22
)

// Answer has the qualifiers of a list answer in the proportion of the first tour, every third by
// his own link, and gives what each has answered.
func (st Stage) Answer(ctx context.Context, slug string, seed uint64, list []api.Qualifier) (map[uuid.UUID]api.Answer, error) {
	answers := make(map[uuid.UUID]api.Answer, len(list))
	for i, at := range rand.New(rand.NewPCG(seed, 2)).Perm(len(list)) {
		player := list[at].PlayerID
		answers[player] = answerOf(i, len(list))
		var err error
		if answers[player] != api.AnswerNoAnswer && i%3 == 0 {
			err = st.answerByLink(ctx, slug, player, answers[player])
		} else {
			_, err = client.OK(st.Organiser.PutAnswerWithResponse(ctx, slug, player,
				api.AnswerRecord{Answer: api.AnswerRecordAnswer(answers[player])}))
		}
		if err != nil {
			return nil, err
		}
	}
	return answers, nil
}

// answerOf is the answer of the i-th of n who are asked.
func answerOf(i, n int) api.Answer {
	switch {
	case i < n*accepted/qualified:
		return api.AnswerAccepted
	case i < n*(accepted+declined)/qualified:
		return api.AnswerDeclined
	}
	return api.AnswerNoAnswer
}

func (st Stage) answerByLink(ctx context.Context, slug string, player uuid.UUID, answer api.Answer) error {
	link, err := client.Created(st.Organiser.CreateAnswerLinkWithResponse(ctx, slug, player, nil, api.AnswerLinkCreate{}))
	if err != nil {
		return err
	}
	_, err = client.OK(st.Organiser.PutByLinkWithResponse(ctx, link.Token, api.OwnAnswer{Answer: api.OwnAnswerAnswer(answer)}))
	return err
}
