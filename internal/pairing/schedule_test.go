package pairing_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/nast-tour/nast/internal/fault"
	"github.com/nast-tour/nast/internal/pairing"
)

// letters writes a schedule one letter a round: P preset, S pure Swiss, 0 and 1 Swiss with
// so many earlier meetings, K king of the hill.
func letters(rules []pairing.Rule) string {
	var out strings.Builder
	for _, r := range rules {
		switch {
		case r.Method == pairing.MethodPreset && r.EarlierMeetings == pairing.Unlimited:
			out.WriteByte('P')
		case r.Method == pairing.MethodKingOfTheHill && r.EarlierMeetings == pairing.Unlimited:
			out.WriteByte('K')
		case r.Method == pairing.MethodSwiss && r.EarlierMeetings == pairing.Unlimited:
			out.WriteByte('S')
		case r.Method == pairing.MethodSwiss && r.EarlierMeetings >= 0:
			out.WriteByte(byte('0' + r.EarlierMeetings))
		default:
			out.WriteByte('?')
		}
	}
	return out.String()
}

func TestScheduleOfEachSizeAndLength(t *testing.T) {
	t.Parallel()
	tests := []struct {
		rule    string
		players []int
		want    [4]string // of 5, 6, 7 and 8 rounds
	}{
		{"R3.2 four players: the cycle, then king of the hill", []int{4}, [4]string{"PPPPK", "PPPPPK", "PPPPPPK", "PPPPPPPK"}},
		{"R3.7 five preset rounds of 6 and 10", []int{5, 6, 9, 10}, [4]string{"PPPPP", "PPPPPK", "PPPPP1K", "PPPPP11K"}},
		{"R3.7 eight players stop before the last round", []int{7, 8}, [4]string{"PPPPK", "PPPPSK", "PPPPPPK", "PPPPPPPK"}},
		{"R3.7 twelve players have six", []int{11, 12}, [4]string{"PPPPK", "PPPPSK", "PPPPPPK", "PPPPPP1K"}},
		{
			"R3.1, R3.3, R3.4, R3.7 all others",
			[]int{13, 14, 21, 22, 47, 48, 49, 50, 66, 97, 145, 1000},
			[4]string{"PPPPK", "PPPPSK", "PPPPP0K", "PPPPP01K"},
		},
	}
	for _, tt := range tests {
		t.Run(tt.rule, func(t *testing.T) {
			t.Parallel()
			for _, players := range tt.players {
				for i, want := range tt.want {
					got, err := pairing.Schedule(players, 5+i, pairing.Options{})
					require.NoError(t, err)
					require.Equal(t, want, letters(got), "%d players, %d rounds", players, 5+i)
				}
			}
		})
	}
}

func TestLastOfFiveRoundsCanBeSwissR37(t *testing.T) {
	t.Parallel()
	tests := []struct {
		players, rounds int
		want            string
	}{
		{22, 5, "PPPPS"},
		{8, 5, "PPPPS"},
		{12, 5, "PPPPS"},
		{66, 5, "PPPPS"},
		{6, 5, "PPPPP"},
		{9, 5, "PPPPP"},   // their fifth round is preset
		{4, 5, "PPPPK"},   // R3.2
		{22, 6, "PPPPSK"}, // the setting is for five rounds only
	}
	for _, tt := range tests {
		got, err := pairing.Schedule(tt.players, tt.rounds, pairing.Options{LastOfFive: pairing.MethodSwiss})
		require.NoError(t, err)
		require.Equal(t, tt.want, letters(got), "%d players, %d rounds", tt.players, tt.rounds)
	}
	got, err := pairing.Schedule(22, 5, pairing.Options{LastOfFive: pairing.MethodKingOfTheHill})
	require.NoError(t, err)
	require.Equal(t, "PPPPK", letters(got))
}

func TestScheduleRefuses(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name            string
		players, rounds int
		opt             pairing.Options
		code            fault.Code
	}{
		{"R3.2 three players", 3, 6, pairing.Options{}, fault.TooFewPlayers},
		{"nobody", 0, 6, pairing.Options{}, fault.TooFewPlayers},
		{"R1.2 four rounds", 22, 4, pairing.Options{}, fault.InvalidRequest},
		{"R1.2 nine rounds", 22, 9, pairing.Options{}, fault.InvalidRequest},
		{"R3.7 another last round", 22, 5, pairing.Options{LastOfFive: pairing.MethodPreset}, fault.InvalidRequest},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			rules, err := pairing.Schedule(tt.players, tt.rounds, tt.opt)
			require.Nil(t, rules)
			require.Equal(t, tt.code, fault.CodeOf(err))
		})
	}
}
